CREATE TABLE users (user_id bigint, name text, PRIMARY KEY (user_id));
CREATE TABLE orders (user_id bigint, code varchar(36), PRIMARY KEY (user_id, code)) INTERLEAVE IN PARENT users;

CREATE QUEUE good (user_id int8 NOT NULL, id bigint, payload jsonb NOT NULL, PRIMARY KEY (user_id, id)) INTERLEAVE IN PARENT users;
CREATE QUEUE folded (user_id bigint, payload jsonb NOT NULL, PRIMARY KEY (user_id)) INTERLEAVE IN PARENT public.USERS;

CREATE QUEUE other_type (user_id varchar(36), payload jsonb NOT NULL, PRIMARY KEY (user_id))
  INTERLEAVE IN PARENT users;  -- error: interleave-parent
CREATE QUEUE other_length (user_id bigint, code varchar(16), payload jsonb NOT NULL, PRIMARY KEY (user_id, code))
  INTERLEAVE IN PARENT orders;  -- error: interleave-parent
CREATE QUEUE unknown (user_id bigint, payload jsonb NOT NULL, PRIMARY KEY (user_id))
  INTERLEAVE IN PARENT customers;  -- warning: interleave-parent
