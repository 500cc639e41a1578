/*
 * How many facts of one kind are read of one text (docs/reliability.md, Bounds). The longest judgments have some hundreds; each
 * more makes a row, and a citation may cost a call.
 */

export const MOST_PARTIES = 500
export const MOST_AMOUNTS = 2000
export const MOST_CITATIONS = 2000
export const MOST_REFERENCES = 2000
