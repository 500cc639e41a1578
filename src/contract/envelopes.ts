import { z } from 'zod'

/** Text of a success in envelope B. The contract names it only as "the Chinese word for request succeeded". */
export const successMessage = '请求成功'

/** A business code: a number by contract (2.1), met as a string of digits in the wild. */
const code = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])

/** Envelope A (2.1): case semantic search only. */
export const envelopeA = <Hit extends z.ZodType>(hit: Hit) =>
  z.looseObject({
    msg: z.string().nullish(),
    code,
    answer: z.string().nullish(),
    extra: z.looseObject({ wenshu: z.array(hit).nullish() }).nullish(),
    messageId: z.string().nullish(),
    style: z.string().nullish(),
    request_id: z.string().nullish(),
  })

/** Envelope B (2.1): every other operation. */
export const envelopeB = <Data extends z.ZodType>(data: Data) =>
  z.looseObject({
    status: z.enum(['success', 'failed', 'notFound']),
    code: code.nullish(),
    message: z.string().nullish(),
    data: data.nullish(),
  })
