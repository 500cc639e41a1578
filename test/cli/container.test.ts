import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Instruction {
  readonly name: string
  readonly rest: string
}

/** The instructions of a Dockerfile, stage by stage: lines that end in a backslash go on, comments are left out. */
function stagesOf(text: string): Instruction[][] {
  const lines = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n/g, ' ')
  const instructions = [...lines.matchAll(/^([A-Z]+) +(.*)$/gm)].map(([, name = '', rest = '']) => ({
    name,
    rest: rest.trim(),
  }))
  const stages: Instruction[][] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}

const stages = stagesOf(read('Dockerfile'))
const image = stages.at(-1) ?? []
const only = (name: string): string => {
  const found = image.filter((instruction) => instruction.name === name)
  if (found.length !== 1) throw new Error(`expected one ${name} in the last stage, found ${found.length}`)
  return found[0]?.rest ?? ''
}
const { version, license } = JSON.parse(read('package.json')) as { version: string; license: string }
const commands = new Set([...read('docs/cli.md').matchAll(/^## (\S+)$/gm)].map(([, name]) => name))
const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(`src/${name}`))
  .join('\n')
/** A variable that the program reads, by itself or as the file that holds it. */
const isSetting = (name: string): boolean => sources.includes(name.replace(/_FILE$/, ''))

describe('the Dockerfile', () => {
  test('pins the version of its base, and takes the same one to build and to run', () => {
    const bases = stages.map(([from]) => from?.rest.replace(/ AS .*/, ''))
    expect(new Set(bases)).toEqual(new Set(['node:26.10.0-bookworm-slim']))
  })

  test('copies files that exist and that .dockerignore lets in', () => {
    const allowed = new Set(
      read('.dockerignore')
        .split('\n')
        .filter((line) => line.startsWith('!'))
        .map((line) => line.slice(1)),
    )
    const copied = stages
      .flat()
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
      .flatMap(({ rest }) => rest.split(/ +/).slice(0, -1))
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
    expect(new Set(copied)).toEqual(allowed)
  })

  test('runs no script of a package while it builds', () => {
    const installs = stages.flat().filter(({ rest }) => /npm (ci|prune|install)/.test(rest))
    expect(installs).toHaveLength(2)
    for (const { rest } of installs) expect(rest).toContain('--ignore-scripts')
  })

  test('ends as a user by number who is not root, behind an init, without a shell', () => {
    expect(only('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(JSON.parse(only('ENTRYPOINT'))).toEqual(['tini', '--', 'dossier'])
    expect(
      image.some(({ rest }) => rest.includes('/app/dist/program/cli/main.js /usr/local/bin/dossier')),
    ).toBe(true)
    const names = image.map(({ name }) => name)
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'))
  })

  test('labels the image with version and licence of the package', () => {
    const label = only('LABEL')
    expect(label).toContain(`org.opencontainers.image.version="${version}"`)
    expect(label).toContain(`org.opencontainers.image.licenses="${license}"`)
  })

  test('names settings that the program reads', () => {
    const names = [...only('ENV').matchAll(/(DOSSIER_\w+)=/g)].map(([, name = '']) => name)
    expect(names).toEqual(['DOSSIER_HOME'])
    expect(names.filter((name) => !isSetting(name))).toEqual([])
  })

  test('looks after its health by a command that needs neither key nor network nor a home, and misses a schedule', async () => {
    const [, text = ''] = /CMD (\[.*\])/.exec(only('HEALTHCHECK')) ?? []
    const [program, ...args] = JSON.parse(text) as string[]
    expect([program, commands.has(args[0])]).toEqual(['dossier', true])
    const home = await temporaryFolder()
    expect(await cli(args, { DOSSIER_HOME: home })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^no schedule is kept with .*; expected dossier schedule JOBS/),
    })
    expect(readdirSync(home)).toEqual([])
  })
})

interface ComposeService {
  readonly image: string
  readonly command: readonly string[]
  readonly ports?: unknown
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes: readonly string[]
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly secrets: Readonly<Record<string, unknown>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const services = Object.entries(compose.services)
const ours = services.filter(([, { image: name }]) => name.startsWith('dossier:'))

describe('compose.yaml', () => {
  test.each(services)(
    '%s has a read-only root, no capability, no way to gain one, no port, and is not root',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: [expect.stringMatching(/^\/tmp/)],
        user: expect.not.stringMatching(/^(root|0)/),
      })
      expect(service.ports).toBeUndefined()
      expect(service.image).toMatch(/:\d+\.\d+/)
    },
  )

  test.each(ours)(
    '%s runs a command of this version, with settings that it reads and the key in a file',
    (_, service) => {
      expect(service.image).toBe(`dossier:${version}`)
      expect(commands).toContain(service.command[0])
      const { DOSSIER_API_KEY_FILE, ...others } = service.environment ?? {}
      expect(service.secrets?.map((name) => `/run/secrets/${name}`)).toEqual([DOSSIER_API_KEY_FILE])
      expect(Object.keys(others)).not.toContain('DOSSIER_API_KEY')
      expect(Object.keys(others).filter((name) => !isSetting(name))).toEqual([])
    },
  )

  test('declares each volume and secret that a service names, and keeps the home in the one that the image writes', () => {
    const named = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    const volumes = named.filter((name) => /^\w+$/.test(name))
    expect(new Set(volumes)).toEqual(new Set(Object.keys(compose.volumes)))
    expect(Object.keys(compose.secrets)).toEqual(['dossier_api_key'])
    expect(compose.services.schedule?.volumes).toContain(`home:${JSON.parse(only('VOLUME'))[0]}`)
  })

  test('starts the schedule, and nothing else', () => {
    expect(services.map(([name]) => name)).toEqual(['schedule'])
  })
})

test('the secret and the home of compose.yaml are kept out of git and of the image', () => {
  expect(read('.gitignore').split('\n')).toContain('.secrets/')
  expect(read('.dockerignore').split('\n')).toContain('*')
})
