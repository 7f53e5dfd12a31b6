CREATE QUEUE chores (
  room varchar(40) NOT NULL,
  chore_id varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (room, chore_id)
);
CREATE QUEUE IF NOT EXISTS letters (
  sender bigint NOT NULL HIDDEN,
  sent_at timestamptz NOT NULL,
  shard bigint GENERATED ALWAYS AS (mod(sender, 8)) STORED,
  "Payload" jsonb NOT NULL HIDDEN,
  PRIMARY KEY (sender, sent_at, shard)
) INTERLEAVE IN PARENT senders ON DELETE CASCADE
  TTL INTERVAL '14 days' ON sent_at
  WITH (receive_mode = 'PULL', disable_send = false, locality_group = 'cold');
CREATE QUEUE parcels (id bigint PRIMARY KEY, payload text NOT NULL) INTERLEAVE IN depots;
ALTER QUEUE letters SET OPTIONS (disable_delivery = null, locality_group = 'hot');
DROP QUEUE IF EXISTS letters;
