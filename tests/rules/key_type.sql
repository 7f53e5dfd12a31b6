CREATE QUEUE Lists (
  Tags ARRAY<STRING(16)> NOT NULL,  -- error: key-type
  Document JSON NOT NULL,  -- error: key-type
  Ratio FLOAT32 NOT NULL,  -- error: key-type
  Words TOKENLIST,  -- error: key-type
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (Tags, Document, Ratio, Words);

CREATE QUEUE Fine (
  A BOOL, B INT64, C FLOAT64, D NUMERIC, E STRING(36), F BYTES(16), G DATE, H TIMESTAMP,
  I shop.Color,
  Payload ARRAY<INT64> NOT NULL,  -- error: payload-type
) PRIMARY KEY (A, B, C, D, E, F, G, H, I);
