/** Languages of dossiers, of meanings in exports, and of CSV and XLSX headers. */
export const languages = ['zh', 'en'] as const

export type Language = (typeof languages)[number]
