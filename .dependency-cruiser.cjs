/** The import rules of docs/architecture.md: a folder is a stage, and a stage composes nothing but data. */
const stages = [
  'job',
  'client',
  'landing',
  'privacy',
  'flatten',
  'warehouse',
  'export',
  'report',
  'service',
  'schedule',
  'notify',
  'observe',
]
const home = (name, folder) => ({
  name: `${name}-has-one-home`,
  comment: `${name} is imported by src/${folder} only, so that it can be replaced in one place.`,
  severity: 'error',
  from: { path: '^(src|pipelines)/', pathNot: `^src/${folder}/` },
  to: { path: `node_modules/${name}/` },
})

/** What only builds, checks and tests. */
const tools = [
  '@biomejs',
  '@opensanctions',
  'axe-core',
  'dependency-cruiser',
  'echarts',
  'fast-check',
  'hyparquet',
  'hyparquet-compressors',
  'rolldown',
  'typescript',
  'vitest',
]

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'The script of the pages runs in a browser: no module imports it.',
      severity: 'error',
      from: { orphan: true, path: '^(src|pipelines)/', pathNot: '^src/explore/browser\\.js$' },
      to: {},
    },
    {
      name: 'legal-and-words-stand-alone',
      comment: 'The legal forms and the words that people read know nothing of the pipeline.',
      severity: 'error',
      from: { path: '^src/(legal|words)/' },
      to: { path: '^(src|pipelines)/', pathNot: ['^src/$1/'] },
    },
    {
      name: 'contract-knows-legal-forms',
      comment:
        'Whether an answer answers its question is judged by the forms of names, numbers and articles.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '^(src|pipelines)/', pathNot: ['^src/(contract|legal)/'] },
    },
    {
      name: 'tables-are-data',
      comment:
        'A table says where its columns come from in the contract and what they are called, not who stores it.',
      severity: 'error',
      from: { path: '^src/tables/' },
      to: { path: '^(src|pipelines)/', pathNot: ['^src/(tables|contract|legal|words)/'] },
    },
    {
      name: 'disk-stands-alone',
      severity: 'error',
      from: { path: '^src/disk/' },
      to: { path: '^(src|pipelines)/', pathNot: '^src/disk/' },
    },
    ...stages.map((stage) => ({
      name: `${stage}-imports-data-only`,
      comment: `${stage} may use the contract, the legal forms, words, tables, durable files, and the types of other stages.`,
      severity: 'error',
      from: { path: `^src/${stage}/` },
      to: {
        path: '^(src|pipelines)/',
        pathNot: [`^src/${stage}/`, '^src/(contract|legal|words|tables|disk)/'],
        dependencyTypesNot: ['type-only'],
      },
    })),
    {
      name: 'calling-composes-what-makes-a-call',
      comment:
        'Attempts, retries and pace are the same in a run and in a worker: they know neither of them, nor a database.',
      severity: 'error',
      from: { path: '^src/calling/' },
      to: {
        path: '^(src|pipelines)/',
        pathNot: '^src/(calling|client|landing|contract|disk)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'workers-know-no-run',
      comment:
        'A worker makes calls and lands them, wherever it is. Plan, budget and tables stay with the run.',
      severity: 'error',
      from: { path: '^src/workers/' },
      to: {
        path: '^(src|pipelines)/',
        pathNot: '^src/(workers|calling|client|landing|privacy|contract|disk)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'workers-reach-no-database',
      comment: 'A worker runs where there is no warehouse: nothing that it is made of may lead to DuckDB.',
      severity: 'error',
      from: { path: '^src/(workers|calling)/' },
      to: { path: 'node_modules/@duckdb/', reachable: true },
    },
    {
      name: 'stage-thread-reaches-no-database',
      comment: 'A thread that flattens answers loads no DuckDB, which would cost each an eighth of a second.',
      severity: 'error',
      from: { path: '^src/engine/stage-thread\\.ts$' },
      to: { path: 'node_modules/@duckdb/', reachable: true },
    },
    {
      name: 'service-is-independent',
      comment: 'The embedded service must not share code with the client it is tested by.',
      severity: 'error',
      from: { path: '^src/service/' },
      to: { path: '^src/(client|engine)/' },
    },
    {
      name: 'pipelines-are-data',
      severity: 'error',
      from: { path: '^pipelines/' },
      to: { path: '^src/', pathNot: '^src/(engine/pipeline\\.ts|job/|contract/|legal/)' },
    },
    {
      name: 'explore-shows-what-it-is-given',
      comment:
        'The pages share markup, charts and words with dossiers. What reads, asks and writes is handed to them.',
      severity: 'error',
      from: { path: '^src/explore/' },
      to: {
        path: '^(src|pipelines)/',
        pathNot: '^src/(explore|report|contract|legal|words|tables|disk)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-english-pages-load-english-names',
      comment:
        'The readings of characters are half a megabyte, which Chinese pages and other commands never load.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/report/english/' },
      to: { path: '^src/report/english/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-library-explores',
      severity: 'error',
      from: { pathNot: '^(src/(explore|app)/|test/|bench/)' },
      to: { path: '^src/explore/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'audit-stands-above-the-engine',
      comment: 'What examines a home and mends it uses the engine; nothing of a run knows of it.',
      severity: 'error',
      from: { pathNot: '^(src/(audit|app|cli)/|test/|bench/)' },
      to: { path: '^src/audit/' },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { pathNot: '^(src/cli/|test/|bench/)' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'only-cli-imports-the-library',
      comment: 'The library composes the stages; a stage that imported it would call back up.',
      severity: 'error',
      from: { pathNot: '^(src/(cli|app)/|test/|bench/)' },
      to: { path: '^src/app/' },
    },
    {
      name: 'cli-calls-the-library',
      comment:
        'The command line parses, calls the library and prints: of what the library composes it knows types.',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^src/',
        pathNot: '^src/(cli|app|contract|legal|words|disk|job)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    home('@duckdb', 'warehouse'),
    home('lossless-json', '(contract|privacy)'),
    home('undici', 'client'),
    home('fastify', 'service'),
    // Both sides of the tool protocol, which share nothing else.
    home('@modelcontextprotocol', '(client|service)'),
    home('eventsource-parser', 'client'),
    home('bottleneck', '(calling|workers)'),
    home('bullmq', 'workers'),
    home('ioredis', 'workers'),
    home('p-queue', '(calling|schedule|workers)'),
    home('tinypool', 'engine'),
    // What a job file may say, and when it is due: two readers of one expression, which must not differ.
    home('croner', '(job|schedule)'),
    home('csv-stringify', 'export'),
    home('fflate', 'export'),
    home('yauzl', 'job'),
    home('saxes', 'job'),
    home('iconv-lite', 'export'),
    home('playwright-core', 'report'),
    home('pinyin-pro', 'report/english'),
    home('yargs', 'cli'),
    home('cli-progress', 'cli'),
    home('jiti', 'app'),
    home('pino-pretty', 'cli'),
    home('prom-client', 'observe'),
    home('@opentelemetry', 'observe'),
    {
      name: 'sample-stands-alone',
      comment: 'The made-up corpus knows the records of the contract, not how they are served.',
      severity: 'error',
      from: { path: '^src/sample/' },
      to: { path: '^(src|pipelines)/', pathNot: '^src/(sample|contract)/' },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-tool-in-the-product',
      comment:
        'The packages that the program brings along are of development too: it is made of them when it is built.',
      severity: 'error',
      from: { path: '^(src|pipelines)/' },
      to: { path: `node_modules/(${tools.join('|')})/`, dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
