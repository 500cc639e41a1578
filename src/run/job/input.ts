/** One entry that a job lists, as the warehouse takes it in (table job_inputs). */
export interface JobInput {
  /** `enterprise`, or what a pipeline calls its own kind of entry. */
  readonly kind: string
  readonly given_name: string | null
  readonly given_uscc: string | null
  readonly given_id: string | null
  readonly name_key: string | null
  readonly uscc_key: string | null
  /** What an entry that is no enterprise asks for. Equal entries have equal JSON. */
  readonly params: Readonly<Record<string, unknown>> | null
  /** The job file, or the file and line the entry came from. */
  readonly source: string
  /** It names what was forgotten: what it named is gone, and it is not asked for (docs/privacy.md). */
  readonly is_forgotten?: true
}

/** An entry that is no enterprise. */
export const inputOf = (kind: string, params: JobInput['params'], source: string): JobInput => ({
  kind,
  given_name: null,
  given_uscc: null,
  given_id: null,
  name_key: null,
  uscc_key: null,
  params,
  source,
})
