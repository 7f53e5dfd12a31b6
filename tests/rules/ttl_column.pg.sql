CREATE QUEUE tasks (id bigint, expires_at timestamptz, payload jsonb NOT NULL, PRIMARY KEY (id, expires_at))
  TTL INTERVAL '1 week 2 days' ON expires_at;

CREATE QUEUE hours (id bigint, expires_at timestamp with time zone, payload jsonb NOT NULL, PRIMARY KEY (id, expires_at))
  TTL INTERVAL '48 hours' ON expires_at;

CREATE QUEUE part_day (id bigint, expires_at timestamptz, payload jsonb NOT NULL, PRIMARY KEY (id, expires_at))
  TTL INTERVAL '4 days 3 minutes' ON expires_at;  -- error: ttl-column

CREATE QUEUE negative (id bigint, expires_at timestamptz, payload jsonb NOT NULL, PRIMARY KEY (id, expires_at))
  TTL INTERVAL '-2 days' ON expires_at;  -- error: ttl-column

CREATE QUEUE dates (id bigint, expires_on date, payload jsonb NOT NULL, PRIMARY KEY (id, expires_on))
  TTL INTERVAL '7 days' ON expires_on;  -- error: ttl-column

CREATE QUEUE delivery (id bigint PRIMARY KEY, payload jsonb NOT NULL)
  TTL INTERVAL '7 days' ON deliver_time;  -- error: ttl-column
