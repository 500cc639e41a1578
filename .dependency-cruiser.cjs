/**
 * The import rules of docs/architecture.md. The folders of src/ stand in the order in which data flows; in each stand its rooms. A room
 * composes nothing but data, unless a rule below says what it is made of.
 */
const data = '(contract|legal|disk|rows/words|rows/tables)'
const rooms = [
  'calls/client',
  'calls/tools',
  'calls/landing',
  'rows/privacy',
  'rows/flatten',
  'warehouse',
  'run/job',
  'readers/exports',
  'readers/dossiers',
  'standins/service',
  'app/schedule',
  'app/notify',
]
/** What a room may import beside data and the types of others. */
const beside = {
  'calls/tools': 'calls/client',
}
const home = (name, folder) => ({
  name: `${name}-has-one-home`,
  comment: `${name} is imported by src/${folder} only, so that it can be replaced in one place.`,
  severity: 'error',
  from: { path: '^(src|pipelines)/', pathNot: `^src/${folder}/` },
  to: { path: `node_modules/${name}/` },
})

/** What a run can do without. */
const satellites = ['src/calls/tools/', 'src/readers/explore/', 'src/app/(notify/|webhooks\\.ts)']

/** What only builds, checks and tests. */
const tools = [
  '@biomejs',
  'axe-core',
  'dependency-cruiser',
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
      severity: 'error',
      from: { orphan: true, path: '^(src|pipelines)/' },
      to: {},
    },
    {
      name: 'legal-forms-words-and-disk-stand-alone',
      severity: 'error',
      from: { path: '^src/(legal|rows/words|disk)/' },
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
      from: { path: '^src/rows/tables/' },
      to: { path: '^(src|pipelines)/', pathNot: ['^src/(rows/tables|rows/words|contract|legal)/'] },
    },
    ...rooms.map((room) => ({
      name: `${room.replace('/', '-')}-imports-data-only`,
      comment: `${room} may use the contract, the legal forms, words, tables, durable files, and the types of other rooms.`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: {
        path: '^(src|pipelines)/',
        pathNot: [
          `^src/${room}/`,
          `^src/${data}/`,
          ...(beside[room] === undefined ? [] : [`^src/${beside[room]}/`]),
        ],
        dependencyTypesNot: ['type-only'],
      },
    })),
    {
      name: 'calls-compose-what-makes-a-call',
      comment: 'Attempts, retries and pace know no run and no database.',
      severity: 'error',
      from: { path: '^src/calls/' },
      to: {
        path: '^(src|pipelines)/',
        pathNot: '^src/(calls|contract|disk)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tools-are-a-satellite',
      comment:
        'A run makes its calls through client.ts: who stands behind it is handed in by src/app, when asked for.',
      severity: 'error',
      from: { path: '^(src/run/|src/calls/|pipelines/)', pathNot: '^src/calls/tools/' },
      to: { path: '^src/calls/tools/' },
    },
    {
      name: 'calls-reach-no-database',
      comment: 'What makes a call and lands it may not lead to DuckDB.',
      severity: 'error',
      from: { path: '^src/calls/' },
      to: { path: 'node_modules/@duckdb/', reachable: true },
    },
    {
      name: 'satellites-are-loaded-when-asked-for',
      comment: 'A command or a run that does without one does not spend its start on it.',
      severity: 'error',
      from: { path: '^(src|pipelines)/', pathNot: `^(${satellites.join('|')})` },
      to: { path: `^(${satellites.join('|')})`, dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stage-thread-reaches-no-database',
      comment: 'A thread that flattens answers loads no DuckDB, which would cost each an eighth of a second.',
      severity: 'error',
      from: { path: '^src/run/stage-thread\\.ts$' },
      to: { path: 'node_modules/@duckdb/', reachable: true },
    },
    {
      name: 'a-run-knows-no-reader',
      severity: 'error',
      from: { path: '^src/run/' },
      to: { path: '^src/(readers|standins|app|cli)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'service-is-independent',
      comment: 'The embedded service must not share code with the client it is tested by.',
      severity: 'error',
      from: { path: '^src/standins/' },
      to: { path: '^src/(calls/client|calls/tools|run)/' },
    },
    {
      name: 'pipelines-are-data',
      severity: 'error',
      from: { path: '^pipelines/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(run/(pipeline|select|relations)\\.ts|run/job/|warehouse/views/list-life\\.ts|contract/|legal/)',
      },
    },
    {
      name: 'explore-shows-what-it-is-given',
      comment:
        'The pages share markup, charts and words with dossiers. What reads, asks and writes is handed to them.',
      severity: 'error',
      from: { path: '^src/readers/explore/' },
      to: {
        path: '^(src|pipelines)/',
        pathNot: `^src/(readers/explore|readers/dossiers|${data})/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-english-pages-load-english-names',
      comment:
        'The readings of characters are half a megabyte, which Chinese pages and other commands never load.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/readers/dossiers/english/' },
      // Provinces by their digits are of use in both languages.
      to: {
        path: '^src/readers/dossiers/english/',
        pathNot: 'places\\.json$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-the-library-explores',
      severity: 'error',
      from: { pathNot: '^(src/readers/explore/|src/app/|test/|bench/)' },
      to: { path: '^src/readers/explore/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { pathNot: '^(src/cli/|test/|bench/|docs/)' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'only-cli-imports-the-library',
      comment: 'The library composes the stages; a stage that imported it would call back up.',
      severity: 'error',
      from: { pathNot: '^(src/(cli|app)/|test/|bench/|docs/)' },
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
        pathNot: '^src/(cli|app|contract|legal|rows/words|disk|run/job)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    home('@duckdb', 'warehouse'),
    home('lossless-json', '(contract|rows/privacy)'),
    home('undici', '(calls/client|calls/tools)'),
    home('fastify', 'standins/service'),
    // Both sides of the tool protocol, which share nothing else.
    home('@modelcontextprotocol', '(calls/tools|standins/service)'),
    home('eventsource-parser', 'calls/tools'),
    home('bottleneck', 'calls'),
    home('p-queue', '(run|app)'),
    home('tinypool', 'run'),
    // What a job file may say, and when it is due: two readers of one expression, which must not differ.
    home('croner', '(run/job|app/schedule)'),
    home('csv-stringify', '(readers/exports|cli/commands)'),
    home('fflate', 'readers/exports'),
    home('yauzl', 'run/job'),
    home('saxes', 'run/job'),
    home('playwright-core', 'readers/dossiers'),
    home('pinyin-pro', 'readers/dossiers/english'),
    home('yargs', 'cli'),
    home('jiti', 'app'),
    home('pino-pretty', 'cli'),
    {
      name: 'sample-stands-alone',
      comment: 'The made-up corpus knows the records of the contract, not how they are served.',
      severity: 'error',
      from: { path: '^src/standins/sample/' },
      to: { path: '^(src|pipelines)/', pathNot: '^src/(standins/sample|contract)/' },
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
