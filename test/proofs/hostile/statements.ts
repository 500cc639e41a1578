/**
 * Statements that try to get out of a query. `{file}` is a file with known content outside the home, `{inside}` one in
 * it, `{folder}` their folder, `{new}` a path where nothing is, `{warehouse}` the working database, `{published}` the
 * file that is queried, `{port}` a port of this machine that counts who connects.
 */
export interface HostileStatement {
  readonly sql: string
  /**
   * `refused`: an error and no row. `harmless`: may answer, with nothing of any file, and leaves nothing behind.
   * `endless`: has no end, or none in time or memory.
   */
  readonly kind: 'refused' | 'harmless' | 'endless'
  /** Prints to the process's own output, or may end it: only ever run in a process of its own. */
  readonly isAlone?: boolean
}

const of =
  (kind: HostileStatement['kind'], isAlone = false) =>
  (sql: string): HostileStatement => ({ sql, kind, ...(isAlone ? { isAlone } : {}) })

const reads = [
  "SELECT * FROM read_text('{file}')",
  "SELECT * FROM read_text('{inside}')",
  "SELECT * FROM read_blob('{file}')",
  "SELECT * FROM read_csv('{file}')",
  "SELECT * FROM read_csv('{file}', columns = {'line': 'VARCHAR'}, delim = chr(0), header = false)",
  "SELECT * FROM read_json('{file}')",
  "SELECT * FROM read_json_objects('{file}', format = 'unstructured')",
  "SELECT * FROM read_ndjson_objects('{file}')",
  "SELECT * FROM read_parquet('{file}')",
  "SELECT * FROM parquet_metadata('{file}')",
  "SELECT * FROM parquet_bloom_probe('{file}', 'a', 1)",
  "SELECT * FROM sniff_csv('{file}')",
  "SELECT * FROM glob('{folder}/*')",
  "SELECT * FROM '{file}'",
  "SELECT * FROM '{folder}/*.parquet'",
  "SELECT * FROM '{warehouse}'",
  'FROM "{file}"',
  'FROM "{file}.json"',
  "SELECT * FROM read_duckdb('{warehouse}')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('/proc/self/environ')",
  "SELECT * FROM read_text('/dev/stdin')",
  "SELECT * FROM read_text('/dev/zero')",
  "SELECT * FROM read_text('file://{file}')",
  "SELECT * FROM read_text('{folder}/../../etc/passwd')",
  "SELECT * FROM read_text(['{file}', '{inside}'])",
  "WITH a AS (FROM read_text('{file}')) SELECT content FROM a",
  "SELECT (SELECT content FROM read_text('{file}'))",
  "SELECT * FROM query('SELECT * FROM read_text(''{file}'')')",
  "SELECT * FROM query_table('{file}')",
  "DESCRIBE SELECT * FROM read_csv('{file}')",
  "SUMMARIZE SELECT * FROM read_csv('{file}')",
  "SELECT getenv('HOME')",
  "SELECT getenv('DOSSIER_API_KEY')",
  "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''{file}'')'))",
  "SELECT system('cat {file}')",
  "SELECT * FROM shellfs('cat {file} |')",
  "SELECT * FROM read_text('cat {file} |')",
  "SELECT * FROM sqlite_scan('{file}', 't')",
  "SELECT load_extension('{file}')",
]

const network = [
  "SELECT * FROM read_text('http://127.0.0.1:{port}/')",
  "SELECT * FROM read_csv('http://127.0.0.1:{port}/a.csv')",
  "SELECT * FROM read_parquet('https://127.0.0.1:{port}/a.parquet')",
  "SELECT * FROM 'http://127.0.0.1:{port}/a.json'",
  "SELECT * FROM read_text('s3://bucket/a')",
  "SELECT * FROM postgres_scan('host=127.0.0.1 port={port}', 'public', 't')",
  "SELECT http_get('http://127.0.0.1:{port}/')",
  "ATTACH 'http://127.0.0.1:{port}/a.duckdb' AS remote",
  "ATTACH 'host=127.0.0.1 port={port}' AS pg (TYPE postgres)",
  'INSTALL httpfs',
  "INSTALL httpfs FROM 'http://127.0.0.1:{port}'",
  'FORCE INSTALL httpfs FROM community',
  'LOAD httpfs',
  "LOAD '{file}'",
  'UPDATE EXTENSIONS',
]

const writes = [
  "COPY runs TO '{new}'",
  "COPY (SELECT 1) TO '{new}' (FORMAT parquet)",
  "COPY runs FROM '{file}'",
  "COPY FROM DATABASE dossier TO '{new}'",
  "EXPORT DATABASE '{new}'",
  "IMPORT DATABASE '{folder}'",
  "ATTACH '{new}' AS other",
  "ATTACH '{warehouse}' AS other",
  "ATTACH '{published}' AS other",
  "ATTACH ':memory:' AS other",
  'DETACH dossier',
  'USE memory',
  'CREATE TABLE t AS SELECT 1',
  'CREATE TEMP TABLE t AS SELECT 1',
  'CREATE OR REPLACE VIEW runs AS SELECT 1',
  'CREATE TEMP MACRO f() AS 1',
  "CREATE TEMP MACRO f() AS TABLE SELECT * FROM read_text('{file}')",
  "CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')",
  "CREATE PERSISTENT SECRET s (TYPE http, BEARER_TOKEN 'a')",
  'CREATE SEQUENCE s',
  "CREATE TYPE mood AS ENUM ('a')",
  'CREATE SCHEMA s',
  'INSERT INTO runs (run_id) VALUES (1)',
  'WITH a AS (SELECT 1) INSERT INTO runs (run_id) SELECT * FROM a',
  'UPDATE runs SET job = 1',
  'DELETE FROM runs',
  'TRUNCATE runs',
  'MERGE INTO runs USING runs AS r ON false WHEN NOT MATCHED THEN INSERT (run_id) VALUES (1)',
  'ALTER TABLE runs ADD COLUMN x INTEGER',
  'DROP TABLE runs',
  'COMMENT ON TABLE runs IS 1',
  'CHECKPOINT',
  'VACUUM',
  'ANALYZE',
  'BEGIN',
  'COMMIT',
]

const settings = [
  'SET enable_external_access = true',
  'SET lock_configuration = false',
  'RESET lock_configuration',
  "SET disabled_filesystems = ''",
  "SET temp_directory = '{new}'",
  "SET memory_limit = '100GB'",
  'SET threads = 64',
  'SET allow_unsigned_extensions = true',
  "SET extension_directory = '{folder}'",
  "SET log_query_path = '{new}'",
  "SET profiling_output = '{new}'",
  'SET VARIABLE a = 1',
  "PRAGMA enable_profiling = 'json'",
  "PRAGMA profile_output = '{new}'",
  "PRAGMA import_database('{folder}')",
  "PRAGMA copy_database('dossier', 'memory')",
  'PRAGMA version',
  "CALL enable_logging('QueryLog')",
  'CALL force_checkpoint()',
  "CALL read_text('{file}')",
  'EXPLAIN SELECT 1',
  'EXPLAIN ANALYZE SELECT 1',
  "EXPLAIN ANALYZE COPY (SELECT 1) TO '{new}'",
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'DEALLOCATE p',
  'SELECT 1; SELECT 2',
  "SELECT 1; COPY runs TO '{new}'",
  "SELECT 1;;; -- ok\n; ATTACH '{new}' AS other",
  "SELECT 1) LIMIT 1; COPY runs TO '{new}' --",
  "SELECT 1') LIMIT 1; COPY runs TO '{new}'; --",
  "') ; ATTACH '{new}' AS other; --",
  'SELECT $1',
  'SELECT ?',
  '',
  ' ; ',
  '-- only a comment',
  '/* open',
  "SELECT '",
  'SELECT * FROM duckdb_extensions()',
  "SELECT error('on purpose')",
  'PIVOT runs ON status USING count(*)',
]

const shellLike = ['.shell cat {file}', '.read {file}', '\\! cat {file}', '.open {new}', '.output {new}']

/** Functions of logs and profiles change what the process does from then on; one writes files, another ends the process. */
const alone = [
  "FROM enable_logging('QueryLog', storage = 'file', storage_path = '{new}')",
  "FROM enable_logging('QueryLog', storage = 'file', storage_config = {'path': '{new}'})",
  "FROM enable_profiling(format = 'json', save_location = '{new}')",
]

const aloneAndHarmless = [
  "FROM enable_logging('QueryLog', storage = 'stdout')",
  'FROM enable_profiling()',
  'FROM enable_verification()',
  'SELECT * FROM arrow_scan(1::POINTER, 1::POINTER, 1::POINTER)',
  'SELECT * FROM pragma_storage_info(1)',
]

const harmless = [
  'FROM duckdb_secrets()',
  'FROM duckdb_settings()',
  'FROM duckdb_databases()',
  'FROM duckdb_logs',
  'FROM duckdb_temporary_files()',
  'FROM duckdb_external_file_cache()',
  'FROM duckdb_variables()',
  "FROM which_secret('s3://bucket/a', 's3')",
  "FROM sql_auto_complete('SELECT * FROM ''{folder}/')",
  "SELECT current_setting('secret_directory')",
  "SELECT write_log('{new}')",
  'FROM checkpoint()',
  // On a database that is only read it does nothing; asked for as a stream, it does not even say so.
  'FROM force_checkpoint()',
  "SELECT * FROM pragma_table_info('runs')",
  "SELECT json_serialize_sql('SELECT * FROM read_text(''{file}'')')",
  "SELECT '{file}' AS name",
  `SELECT ${'('.repeat(3000)}1${')'.repeat(3000)}`,
]

const endless = [
  "SELECT length(repeat('x', 1000000000))",
  "SELECT repeat(repeat('x', 100000), i::INTEGER) FROM range(100000) t(i)",
  'SELECT count(*) FROM range(10000000) a, range(10000000) b',
  'WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT count(*) FROM a',
  'SELECT md5(range::VARCHAR) AS h FROM range(2000000000) ORDER BY h',
  "SELECT count(*) FROM range(100000000) WHERE regexp_matches(repeat('a', 1000 + range::INTEGER % 1000), '(a|aa|aaa)*(a|b)*(a?){100}b$')",
  'SELECT list_reduce(range(100000000), (a, b) -> a + b)',
  'SELECT factorial(range::INTEGER % 30) FROM range(10000000000) ORDER BY random()',
]

export const hostileStatements: readonly HostileStatement[] = [
  ...[...reads, ...network, ...writes, ...settings, ...shellLike].map(of('refused')),
  ...alone.map(of('refused', true)),
  ...aloneAndHarmless.map(of('harmless', true)),
  ...harmless.map(of('harmless')),
  ...endless.map(of('endless', true)),
]
