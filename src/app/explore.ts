import type { z } from 'zod'
import type { OpenWarehouse } from '../readers/explore/publication.ts'
import type { PrivacyOptions } from '../rows/privacy/present.ts'
import type { Home } from '../run/home/home.ts'
import type { reportRequest } from '../run/job/outputs.ts'
import { Database } from '../warehouse/database.ts'
import { messageOf, portTaken, RefusedError } from './errors.ts'
import { evidenceOf, findCall } from './evidence.ts'
import { requirePublished } from './query.ts'
import { presenterOf } from './report.ts'
import type { Settings } from './settings.ts'

export interface ExploreOptions {
  /** Port on 127.0.0.1. Default 0, which picks a free one. */
  readonly port?: number | undefined
  /** Of the pages. Default zh. */
  readonly language?: 'zh' | 'en' | undefined
  /** How persons and identifiers stand on every page. */
  readonly privacy?: z.input<typeof reportRequest>['privacy']
}

/** Pages that are served until they are disposed of. */
export interface ExploreHandle extends AsyncDisposable {
  /** Address with its one-time token. */
  readonly url: string
}

/** Joins, and the views of a million documents, need between 0.5 and 1 GB; no more is taken than is needed. */
const memoryLimit = '1GB'

/** Serves the published warehouse to one browser on this machine. @throws RefusedError */
export async function explorePublished(
  { home, note }: Settings,
  { port = 0, language = 'zh', privacy: asked }: ExploreOptions = {},
): Promise<ExploreHandle> {
  await requirePublished(home, 'explore')
  const privacy: PrivacyOptions = {
    persons: asked?.persons ?? 'keep',
    identifiers: asked?.identifiers ?? 'mask',
  }
  const { explore } = await import('../readers/explore/explore.ts')
  return await explore({
    path: home.published,
    open: () => openWarehouse(home, privacy),
    language,
    fetchRaw: async (callKey, runId) => {
      const found = await findCall(home, callKey, runId)
      return found.kind === 'call' ? await evidenceOf(home, found.call) : undefined
    },
    port,
    onProblem: (error) => note(`dossier: explore: ${messageOf(error)}`),
  }).catch((cause: unknown) => {
    throw portTaken(cause, 'explore', port)
  })
}

async function openWarehouse(home: Home, privacy: PrivacyOptions): Promise<OpenWarehouse> {
  const reader = await Database.open(home.published, {
    readOnly: true,
    spillTo: home.state.spill,
    memoryLimit,
  }).catch((cause: Error) => {
    throw new RefusedError(
      `explore: ${home.published} cannot be opened as a warehouse (${cause.message}); expected what a run published: dossier run JOB`,
      { cause },
    )
  })
  return {
    reader,
    present: await presenterOf(reader, privacy),
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  }
}
