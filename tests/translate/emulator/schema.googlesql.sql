-- Applied to the emulator in both dialects; queues are not in its parser yet.
CREATE TABLE Shops (
  ShopId  INT64 NOT NULL,
  Title   STRING(100),
  Opened  DATE,
  Rating  FLOAT64,
  Budget  NUMERIC,
  Notes   JSON,
  Tags    ARRAY<STRING(20)>,
  Logo    BYTES(MAX),
  Active  BOOL NOT NULL DEFAULT (TRUE),
  Score   INT64 DEFAULT (1 + 2),
  Shout   STRING(MAX) AS (UPPER(Title)) STORED,
  Twice   STRING(MAX) AS (CONCAT(Shout, '!')) STORED,
  Changed TIMESTAMP OPTIONS (allow_commit_timestamp = true),
  CONSTRAINT PositiveId CHECK (ShopId > 0),
) PRIMARY KEY (ShopId);

CREATE TABLE Visits (
  ShopId  INT64 NOT NULL,
  VisitId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Seen    TIMESTAMP NOT NULL,
  Spent   FLOAT64,
) PRIMARY KEY (ShopId, VisitId),
  INTERLEAVE IN PARENT Shops ON DELETE CASCADE,
  ROW DELETION POLICY (OLDER_THAN(Seen, INTERVAL 30 DAY));

CREATE TABLE Reviews (
  ReviewId INT64 NOT NULL,
  ShopId   INT64,
  Stars    INT64,
  CONSTRAINT ReviewedShop FOREIGN KEY (ShopId) REFERENCES Shops (ShopId),
) PRIMARY KEY (ReviewId);

CREATE INDEX ShopsByTitle ON Shops (Title DESC, Opened) STORING (Rating);
CREATE UNIQUE NULL_FILTERED INDEX ReviewsByStars ON Reviews (Stars, ReviewId);
CREATE VIEW BigShops SQL SECURITY INVOKER AS SELECT Shops.ShopId AS ShopId FROM Shops WHERE Shops.ShopId > 2;
ALTER TABLE Reviews ADD COLUMN Body STRING(500);
ALTER TABLE Reviews ALTER COLUMN Body STRING(900) NOT NULL;
CREATE CHANGE STREAM Everything FOR ALL OPTIONS (retention_period = '36h');
