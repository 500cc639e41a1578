import { chmodSync, cpSync, readdirSync, readFileSync } from 'node:fs'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

/**
 * What is shipped: the command with every package that it needs, as reading hundreds of files would take most of the time of a short
 * command; and the library, which imports the packages of `dependencies`, with one file of types for each of its entries.
 */
export default defineConfig([
  {
    ...common('program'),
    input: {
      'cli/main': 'src/cli/main.ts',
      'app/query-process': 'src/app/query-process.ts',
      'readers/dossiers/word': 'src/readers/dossiers/word.ts',
      'run/stage-thread': 'src/run/stage-thread.ts',
    },
    // Native, large, or looking for files of their own.
    external: [/^@duckdb\/node-bindings/, /^playwright-core/, 'jiti', 'tinypool', 'ioredis', 'redis'],
  },
  {
    ...common('library'),
    input: entries('.ts'),
    external: [...Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)), 'ioredis', 'redis'],
  },
  // An input each: types that two entries share would be a file of their own.
  ...Object.entries(entries('.d.ts')).map(([name, file]) => ({
    input: { [name]: `dist/${file}` },
    external: /^[^./]/,
    checks: { pluginTimings: false },
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false })],
    output: { dir: 'dist/library' },
  })),
])

/** Bottleneck hides from bundlers that it would require a client of Redis, which nothing here makes it do. */
function requiringPlainly(): Plugin {
  return {
    name: 'requiring-plainly',
    transform: (code, id) =>
      id.includes('/node_modules/bottleneck/') && code.includes('eval("require")')
        ? { code: code.replaceAll('eval("require")', 'require'), map: null }
        : undefined,
  }
}

/** Maps name the lines of src/, and hold no second copy of it. */
function withoutSources(): Plugin {
  return {
    name: 'without-sources',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.map')) {
          const { sourcesContent: _sources, ...map } = JSON.parse(String(file.source))
          file.source = JSON.stringify(map)
        }
    },
  }
}

/** Entries of the library by what they are called in its folder. */
function entries(ending: string): Record<string, string> {
  return { 'app/dossier': `src/app/dossier${ending}`, 'pipelines/kit': `pipelines/kit${ending}` }
}

function common(folder: 'program' | 'library'): RolldownOptions {
  return {
    platform: 'node',
    transform: { target: 'node20.19' },
    logLevel: 'warn',
    checks: { pluginTimings: false },
    output: {
      dir: `dist/${folder}`,
      cleanDir: true,
      sourcemap: true,
      comments: false,
      chunkFileNames: 'chunks/[name]-[hash].js',
      // One file for what the command needs to say that it lacks the handles to open more.
      codeSplitting: {
        groups: [{ name: 'start', test: /\/src\/(app\/errors|calls\/stop|cli\/legible)\.ts$/ }],
      },
    },
    plugins: [requiringPlainly(), withoutSources(), thirdParty(), besideModules(folder)],
  }
}

/** The data of the sample lies beside the file that reads it, also where tsc puts that; the command can be executed. */
function besideModules(folder: string): Plugin {
  return {
    name: 'beside-modules',
    writeBundle: () => {
      for (const into of [`dist/${folder}/chunks/data`, 'dist/src/standins/sample/data'])
        cpSync('src/standins/sample/data', into, { recursive: true })
      if (folder === 'program') chmodSync('dist/program/cli/main.js', 0o755)
    },
  }
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

/** THIRD-PARTY.txt: the packages whose code is in the program, each with its licence and notices as it came. */
function thirdParty(): Plugin {
  return {
    name: 'third-party',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [])
      const source = [...new Set(folders)].sort().map(noticeOf).join('\n')
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source })
    },
  }
}

function noticeOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  ) as Manifest
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    /^licenses$/i.test(entry.name) && entry.isDirectory()
      ? readdirSync(`${folder}/${entry.name}`).map((file) => `${entry.name}/${file}`)
      : /^(licen[cs]e|notice|copying)/i.test(entry.name)
        ? [entry.name]
        : [],
  )
  const notices = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
  const by = typeof author === 'object' ? author.name : author
  return [
    `=== ${name} ${version} (${license})`,
    ...(by === undefined ? [] : [`by ${by}`]),
    ...notices,
    '',
  ].join('\n\n')
}
