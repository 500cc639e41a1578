/**
 * Text for a terminal: control characters and those that change the direction of writing are written out as `\u202e`, which in JSON
 * means the same. Lists, answers, jobs and names of files may hold any; a terminal would obey them. Tabs and line ends stay.
 * A file of its own: the program starts with it, and can say that handles are used up only if it needs few to start.
 */
export const legible = (text: string): string =>
  text.replaceAll(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
