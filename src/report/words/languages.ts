import { en } from './en.ts'
import type { Words } from './words.ts'
import { zh } from './zh.ts'

/** Languages that dossiers can be written in. */
export const languages = { zh, en } as const satisfies Readonly<Record<string, Words>>

export type Language = keyof typeof languages
