-- queuesql: dialect=googlesql
DROP QUEUE Tasks;
