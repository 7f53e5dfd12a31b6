CREATE QUEUE lists (
  tags text[] NOT NULL,  -- error: key-type
  document jsonb NOT NULL,  -- error: key-type
  ratio real NOT NULL,  -- error: key-type
  ratio4 float4 NOT NULL,  -- error: key-type
  price numeric NOT NULL,  -- error: key-type
  total decimal NOT NULL,  -- error: key-type
  id bigserial,  -- error: key-type
  payload bytea NOT NULL,
  PRIMARY KEY (tags, document, ratio, ratio4, price, total, id)
);

CREATE QUEUE serials (id serial PRIMARY KEY, payload bytea NOT NULL);  -- error: key-type

CREATE QUEUE fine (
  a boolean, b bigint, c float8, d double precision, e varchar(36), f bytea, g date, h timestamptz, i int,
  payload bytea NOT NULL,
  PRIMARY KEY (a, b, c, d, e, f, g, h, i)
);

CREATE QUEUE documents (
  document json NOT NULL,  -- error: key-type
  payload bytea NOT NULL,
  PRIMARY KEY (document)
);
