CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

CREATE QUEUE notes (noteid bigint NOT NULL, payload text NOT NULL, PRIMARY KEY (noteid));
CREATE QUEUE events (eventid bigint NOT NULL, payload jsonb NOT NULL, PRIMARY KEY (eventid));

INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('text' AS bytea)); -- error: payload-literal
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('\x00ff' AS bytea)); -- error: payload-literal
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', 'text'::text); -- error: payload-literal
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('text' AS varchar(10))); -- error: payload-literal
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', NULL); -- error: payload-literal
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', 42); -- error: payload-literal
INSERT INTO events (eventid, payload) VALUES (1, '{"a": }'); -- error: payload-literal
INSERT INTO events (eventid, payload) VALUES (1, '{a}'::jsonb); -- error: payload-literal
INSERT INTO events (eventid, payload) VALUES (1, '{}'::text); -- error: payload-literal
INSERT INTO notes (noteid, payload) VALUES (1, 'x'::bytea); -- error: payload-literal

INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('text' AS bytea)), (1, 'b', 'text'::bytea), (1, 'c', $1);
INSERT INTO events (eventid, payload) VALUES (1, '{"a": 1}'), (2, '[]'::jsonb), (3, CAST('1' AS jsonb));
INSERT INTO notes (noteid, payload) VALUES (1, 'text'), (2, 'it''s'::text), (3, E'a\nb');

INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', NULL::bytea); -- error: payload-literal
INSERT INTO events (eventid, payload) VALUES (1, $${"a": 1}$$);
INSERT INTO events (eventid, payload) VALUES (1, $j${"a": }$j$); -- error: payload-literal
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('{"a": 1}' AS bytea)); -- error: payload-literal
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', B'0101'), (2, 'b', b'a\x00'); -- error: payload-literal, payload-literal
