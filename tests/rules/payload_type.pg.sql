CREATE QUEUE numbers (
  id varchar(36) PRIMARY KEY,
  payload bigint NOT NULL  -- error: payload-type
);

CREATE QUEUE lists (
  id varchar(36) PRIMARY KEY,
  payload text[] NOT NULL  -- error: payload-type
);

CREATE QUEUE bytes (
  id varchar(36) PRIMARY KEY,
  payload BYTES NOT NULL  -- error: payload-type
);

CREATE QUEUE documents (id bigint PRIMARY KEY, payload jsonb NOT NULL);
CREATE QUEUE texts (id bigint PRIMARY KEY, payload text NOT NULL);
CREATE QUEUE words (id bigint PRIMARY KEY, payload varchar(100) NOT NULL);
CREATE QUEUE blobs (id bigint PRIMARY KEY, payload bytea NOT NULL);
CREATE QUEUE qualified (id bigint NOT NULL PRIMARY KEY, payload pg_catalog.bytea NOT NULL);
