import { parseBaseUrl, reach, shownAddress } from '../calls/client/client.ts'
import { type ToolServer, toolServers } from '../contract/tools.ts'
import { type Rebuilt, rebuildHome } from '../run/home/rebuild.ts'
import { type ParsingCoverage, parsingCoverage } from '../warehouse/parsing-coverage.ts'
import { serviceEntries } from './access.ts'
import { type Audit, type Diagnosis, diagnosis, examineHome, verifyHome } from './audit/audit.ts'
import { quietEffects } from './effects.ts'
import { requirePublished } from './query.ts'
import { apiKeySetting, baseUrlSetting, type Settings } from './settings.ts'

export interface VerifyOptions {
  /** Whether to leave out building the tables from raw. Default false. */
  readonly quick?: boolean | undefined
}

/** Audits ledger, raw, tables, published copy, exports and reports. @throws RefusedError, StopError */
export const verify = (settings: Settings, { quick = false }: VerifyOptions = {}): Promise<Audit> =>
  verifyHome({
    home: settings.home,
    effects: quietEffects(settings),
    isQuick: quick,
  })

/** How much of the published warehouse was understood: case numbers, citations, dates, outcomes, sums. @throws RefusedError */
export async function coverage({ home }: Settings): Promise<ParsingCoverage> {
  await requirePublished(home, 'verify')
  return await parsingCoverage(home.published)
}

/** Builds all tables from the raw answers and publishes them. @throws StopError */
export const rebuild = (settings: Settings): Promise<Rebuilt> =>
  rebuildHome({
    home: settings.home,
    effects: quietEffects(settings),
    mayLose: false,
    onDamage: settings.note,
  })

export interface DoctorOptions {
  /** Whether to report only, and repair nothing. Default false. */
  readonly dryRun?: boolean | undefined
  /** Whether calls whose raw answer is damaged leave the ledger, so that the next run makes them again. Default false. */
  readonly dropLost?: boolean | undefined
}

/** Examines home and settings, and repairs what raw allows. Makes no call. @throws StopError */
export async function doctor(
  settings: Settings,
  { dryRun = false, dropLost = false }: DoctorOptions = {},
): Promise<readonly Diagnosis[]> {
  return [
    nodeVersion(process.versions.node),
    ...(await examineHome({
      home: settings.home,
      effects: quietEffects(settings),
      isDryRun: dryRun,
      mayLose: dropLost && !dryRun,
    })),
    ...(await examineSettings(settings)),
  ]
}

function nodeVersion(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? diagnosis('node', 'ok', version)
    : diagnosis('node', 'problem', version, 'install Node 20.19 or later')
}

/** Address, key and host. Of the key it reports only where it stands. */
async function examineSettings(settings: Settings): Promise<Diagnosis[]> {
  const { env } = settings
  const address = await diagnosed('address', async () => {
    const url = baseUrlSetting(settings.baseUrl, env)
    return shownAddress(parseBaseUrl(url))
  })
  const key = await diagnosed('key', async () => {
    await apiKeySetting(env)
    return `there is one in ${env.DOSSIER_API_KEY?.trim() ? 'DOSSIER_API_KEY' : 'the file that DOSSIER_API_KEY_FILE names'}`
  })
  if (address.state === 'problem')
    return [address, key, diagnosis('service', 'skipped', 'there is no address to reach')]
  const service = await diagnosed('service', async () => {
    const ms = await reach(address.found)
    return `reached in ${Math.round(ms)} ms; no request was sent`
  })
  const isCallable = key.state === 'ok' && service.state === 'ok'
  return [
    address,
    key,
    service,
    ...(settings.transport === 'mcp' && isCallable ? await examineTools(settings) : []),
  ]
}

/** tsc leaves the path of an import() as it is where a function has `await using`. */
const loadTools = () => import('../calls/tools/client.ts')

/** What each tool entry offers: it lists the tools, and calls none. */
async function examineTools(settings: Settings): Promise<Diagnosis[]> {
  const { listTools } = await loadTools()
  await using entries = await serviceEntries(settings)
  const diagnoses: Diagnosis[] = []
  for (const server of toolServers)
    diagnoses.push(
      await diagnosed(server.server, async () => toolsFound(server, await listTools(entries, server))),
    )
  return diagnoses
}

/** @throws Error when a tool is not called what the contract calls it */
function toolsFound({ path, tools }: ToolServer, names: readonly string[]): string {
  const missing = tools.filter(({ name }) => !names.includes(name))
  if (missing.length === 0) return `${path} has ${tools.map(({ name }) => name).join(', ')}`
  const offered = names.length === 0 ? 'no tools' : names.join(', ')
  throw new Error(
    `${path} has no ${missing.map(({ name }) => name).join(', ')}, but ${offered}; ` +
      `say in the job what it is called: tools: { ${missing.map(({ operation }) => `${operation}: NAME`).join(', ')} }`,
  )
}

async function diagnosed(check: string, examine: () => Promise<string>): Promise<Diagnosis> {
  try {
    return diagnosis(check, 'ok', await examine())
  } catch (error) {
    return problemOf(check, error as Error)
  }
}

/** Errors of settings say what was expected. */
function problemOf(check: string, { message }: Error): Diagnosis {
  const [found = '', ...rest] = message.replace(/^(settings|client): /, '').split('; ')
  return diagnosis(check, 'problem', found, rest.join('; ') || 'check the address and the network')
}
