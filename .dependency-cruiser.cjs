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

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^(src|pipelines)/' },
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
      name: 'disk-stands-alone',
      severity: 'error',
      from: { path: '^src/disk/' },
      to: { path: '^(src|pipelines)/', pathNot: '^src/disk/' },
    },
    ...stages.map((stage) => ({
      name: `${stage}-imports-data-only`,
      comment: `${stage} may use the contract, the legal forms, words, durable files, and the types of other stages.`,
      severity: 'error',
      from: { path: `^src/${stage}/` },
      to: {
        path: '^(src|pipelines)/',
        pathNot: [`^src/${stage}/`, '^src/(contract|legal|words|disk)/'],
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
      name: 'nobody-imports-cli',
      severity: 'error',
      from: { pathNot: '^(src/cli/|test/)' },
      to: { path: '^src/cli/' },
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
    home('echarts', 'report'),
    home('playwright-core', 'report'),
    home('yargs', 'cli'),
    home('cli-progress', 'cli'),
    home('jiti', 'cli'),
    home('pino-pretty', 'cli'),
    home('prom-client', 'observe'),
    home('@opentelemetry', 'observe'),
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-dev-dependency-in-the-product',
      severity: 'error',
      from: { path: '^(src|pipelines)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
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
