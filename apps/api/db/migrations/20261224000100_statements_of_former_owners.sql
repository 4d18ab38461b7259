-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS statements_of_month;
CREATE UNIQUE INDEX CONCURRENTLY statements_of_month ON statements (user_id, role, month, is_former) WHERE corrects IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS statements_user_id_role_month_key;
