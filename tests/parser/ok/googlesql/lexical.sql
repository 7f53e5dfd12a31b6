# a hash comment
SELECT 'it\'s', "double", `quoted name`, b'\x00\xff', R"raw\d", """triple "quoted" text""", 0xFF, .5, 1e-3, 5. /* block * comment */ FROM `my schema`.`table`; -- trailing
SELECT {{ column }}, '${value}' FROM events_{{ day }} WHERE a = ${limit};
SELECT a.select, a.`from` FROM t AS a;
INSERT INTO таблица (имя) VALUES ('значение 🙂');
