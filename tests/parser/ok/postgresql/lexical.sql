/* a comment /* nested */ ends here */
SELECT 'it''s', "Quoted ""Name""", 'joined'
  ' text', 1.5, 10 /* after */ FROM "My Table"; -- trailing
SELECT {{ column }} FROM events_{{ day }} WHERE a = ${limit};
SELECT a.select, b."from", 1 AS user FROM t;
