CREATE TABLE users (userid bigint NOT NULL PRIMARY KEY, name text);
CREATE QUEUE images (imageid bigint NOT NULL PRIMARY KEY, payload bytea NOT NULL);

WITH named AS (SELECT userid FROM users WHERE name IS NOT NULL) SELECT * FROM named;
SELECT table_name FROM information_schema.tables;
INSERT INTO images (imageid, payload) VALUES (1, $1);
SELECT * FROM spanner.receive_letters(NULL, NULL, '20m'); -- error: receive-unknown-queue
