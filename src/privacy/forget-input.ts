import type { JobInput } from '../job/input.ts'
import type { Mask } from './mask.ts'
import type { Recognise } from './recognise.ts'

/**
 * An entry of a job as it may be kept. One that names what was forgotten, if only as a part of another name, is not asked
 * for: its place in the job stays, and what it named is gone.
 */
export function forgetInput(
  input: JobInput,
  { mask, recognise }: { readonly mask: Mask; readonly recognise: Recognise },
): JobInput {
  const { given_id, given_uscc, given_name } = input
  const isIts = recognise({ id: given_id, code: given_uscc, name: given_name })
  const params = mask.json(JSON.stringify(input.params))
  const source = mask.text(input.source)
  const names =
    isIts || params.masks > 0 || [given_id, given_uscc, given_name].some((one) => isMasked(one, mask))
  if (!names) return source.masks === 0 ? input : { ...input, source: source.text }
  return {
    ...input,
    given_id: null,
    given_uscc: null,
    given_name: null,
    uscc_key: null,
    name_key: null,
    params: JSON.parse(params.text),
    source: source.text,
    is_forgotten: true,
  }
}

const isMasked = (text: string | null, mask: Mask): boolean => text !== null && mask.text(text).masks > 0
