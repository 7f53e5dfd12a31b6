-- A role for each side, and one that looks at what waits.
CREATE ROLE dispatcher;
GRANT INSERT ON QUEUE Parcels TO ROLE dispatcher;

CREATE ROLE courier;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Parcels TO ROLE courier;
GRANT EXECUTE ON TABLE FUNCTION RENEWLEASE_Parcels TO ROLE courier;
GRANT DELETE ON QUEUE Parcels TO ROLE courier;

CREATE ROLE inspector;
CREATE ROLE overseer;
GRANT SELECT ON QUEUE Parcels TO ROLE inspector, overseer;
