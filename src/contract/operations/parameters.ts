import { z } from 'zod'

/** Building blocks of the parameter schemas of section 4. */

export const date = (meaning: string) =>
  z.iso
    .date()
    .optional()
    .meta({ description: `${meaning}; yyyy-MM-dd` })

/** Several values in one string, split on spaces; any part may match (4.3). */
export const anyOfSpaced = (values: readonly string[], meaning: string) =>
  z
    .string()
    .refine((given) => splitOnSpaces(given).every((part) => values.includes(part)), {
      error: `expected one or more of ${values.join(', ')}, separated by spaces`,
    })
    .optional()
    .meta({ description: meaning, examples: [values[0] ?? ''] })

/** Parts of a value that the service splits on spaces (4.3). */
export const splitOnSpaces = (value: string): string[] => value.split(/\s+/u).filter((part) => part !== '')
