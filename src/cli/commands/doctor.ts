import { examineHome } from '../../audit/doctor.ts'
import type { Diagnosis } from '../../audit/files.ts'
import { parseBaseUrl, reach } from '../../client/base-url.ts'
import { type ToolServer, toolServers } from '../../contract/tools.ts'
import { homeAt } from '../../engine/home/home.ts'
import type { Redis } from '../../workers/redis.ts'
import { glancedRedis, type ServiceArgs, serviceEntries } from '../access.ts'
import type { Command } from '../context.ts'
import { createRunLog, systemEffects } from '../effects.ts'
import { exitCodes } from '../exit-codes.ts'

import { apiKeySetting, baseUrlSetting, type Environment, homeSetting } from '../settings.ts'
import { textTable } from '../text.ts'

export interface DoctorArgs extends ServiceArgs {
  readonly home?: string | undefined
  readonly dryRun: boolean
  readonly dropLost: boolean
  readonly json: boolean
}

/** Looks over home and settings, and repairs what can be repaired from raw. */
export const doctor: Command<DoctorArgs> = async (args, { env, out }) => {
  const diagnoses = [
    nodeVersion(process.versions.node),
    ...(await examineHome({
      home: homeAt(homeSetting(args.home, env)),
      effects: systemEffects(createRunLog().log),
      isDryRun: args.dryRun,
      mayLose: args.dropLost && !args.dryRun,
    })),
    ...(await examineSettings(args, env)),
    ...(await examineRedis(env)),
  ]
  out(args.json ? JSON.stringify(diagnoses, null, 2) : doctorText(diagnoses))
  return diagnoses.some(({ state }) => state === 'problem') ? exitCodes.failed : exitCodes.complete
}

function nodeVersion(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? { check: 'node', state: 'ok', found: version, todo: '' }
    : { check: 'node', state: 'problem', found: version, todo: 'install Node 20.19 or later' }
}

/** Address, key and host. Of the key nothing is told but where it stands. */
async function examineSettings(args: ServiceArgs, env: Environment): Promise<Diagnosis[]> {
  const address = await tried('address', async () => {
    const url = baseUrlSetting(args.baseUrl, env)
    parseBaseUrl(url)
    return url
  })
  const key = await tried('key', async () => {
    await apiKeySetting(env)
    return `there is one in ${env.DOSSIER_API_KEY?.trim() ? 'DOSSIER_API_KEY' : 'the file that DOSSIER_API_KEY_FILE names'}`
  })
  if (address.state === 'problem')
    return [
      address,
      key,
      { check: 'service', state: 'skipped', found: 'there is no address to reach', todo: '' },
    ]
  const service = await tried('service', async () => {
    const ms = await reach(address.found)
    return `reached in ${Math.round(ms)} ms; no request was sent`
  })
  const isCallable = key.state === 'ok' && service.state === 'ok'
  return [
    address,
    key,
    service,
    ...(args.transport === 'mcp' && isCallable ? await examineTools(args, env) : []),
  ]
}

/** The Redis at which workers are met, where one is named. */
async function examineRedis(env: Environment): Promise<Diagnosis[]> {
  if (!env.DOSSIER_REDIS_URL && !env.DOSSIER_REDIS_URL_FILE) return []
  let redis: Redis | undefined
  try {
    redis = await glancedRedis(env)
    return await redisDiagnoses(redis)
  } catch (error) {
    return [problemOf('redis', error as Error)]
  } finally {
    redis?.disconnect()
  }
}

async function redisDiagnoses(redis: Redis): Promise<Diagnosis[]> {
  const [{ addressOf, redisProblems }, { roster }] = await Promise.all([
    import('../../workers/redis.ts'),
    import('../../workers/redis.ts'),
  ])
  const { version, problems } = await redisProblems(redis)
  const where = addressOf(redis)
  if (problems.length > 0)
    return problems.map(({ found, todo }) => ({
      check: 'redis',
      state: 'problem',
      found: `${where}: ${found}`,
      todo,
    }))
  const found = `Redis ${version} at ${where}, keeps units safe; workers connected: ${(await roster(redis)).length}`
  return [{ check: 'redis', state: 'ok', found, todo: '' }]
}

// The compiler leaves the name of a module as it is within a function that has `using`.
const loadListTools = async () => (await import('../../client/tools/list-tools.ts')).listTools

/** What each tool entry offers: its tools are listed, none is called. */
async function examineTools(args: ServiceArgs, env: Environment): Promise<Diagnosis[]> {
  const { listTools } = await import('../../client/tools/client.ts')
  await using entries = await serviceEntries(args, env)
  const diagnoses: Diagnosis[] = []
  for (const server of toolServers)
    diagnoses.push(await tried(server.server, async () => found(server, await listTools(entries, server))))
  return diagnoses
}

/** @throws Error when a tool is not called what the contract calls it */
function found({ path, tools }: ToolServer, names: readonly string[]): string {
  const missing = tools.filter(({ name }) => !names.includes(name))
  if (missing.length === 0) return `${path} has ${tools.map(({ name }) => name).join(', ')}`
  const offered = names.length === 0 ? 'no tools' : names.join(', ')
  throw new Error(
    `${path} has no ${missing.map(({ name }) => name).join(', ')}, but ${offered}; ` +
      `say in the job what it is called: tools: { ${missing.map(({ operation }) => `${operation}: NAME`).join(', ')} }`,
  )
}

/** What was found, or what is wrong with it. */
async function tried(check: string, examine: () => Promise<string>): Promise<Diagnosis> {
  try {
    return { check, state: 'ok', found: await examine(), todo: '' }
  } catch (error) {
    return problemOf(check, error as Error)
  }
}

/** Errors of settings say what was expected. */
function problemOf(check: string, { message }: Error): Diagnosis {
  const [found = '', ...rest] = message.replace(/^(settings|client|redis): /, '').split('; ')
  return { check, state: 'problem', found, todo: rest.join('; ') || 'check the address and the network' }
}

function doctorText(diagnoses: readonly Diagnosis[]): string {
  const table = textTable(
    diagnoses.map(({ check, state, found }) => ({ check, state, found })),
    120,
  )
  const todos = diagnoses.filter(({ todo }) => todo !== '').map(({ check, todo }) => `${check}: ${todo}`)
  return todos.length === 0 ? table : `${table}\n\nto do:\n${todos.join('\n')}`
}
