const DEFINED =
  /[（(](?:以下|下)?(?:均|统|合)?(?:简|通)?称(?:为)?\s?[：:]?\s?[“"‘「]?([^）)”"’」“‘；。\n]{1,24})[”"’」]?[）)]/g
const SHORTEST = 2

/** 集团 in brackets of either width is one name. */
export const foldBrackets = (text: string): string => text.replaceAll('(', '（').replaceAll(')', '）')

/**
 * The short names that a text defines for each of these names: 甲贸易有限公司（以下简称甲公司）. In the order of the text,
 * without repeats. A short name defined for two of them is left out: it tells neither. Linear.
 */
export function definedAliases(
  text: string,
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const aliases = new Map<string, string[]>()
  const owners = new Map<string, string>()
  const folded = names.map((name) => [name, foldBrackets(name)] as const)
  const longest = Math.max(0, ...names.map((name) => name.length))
  for (const match of text.matchAll(DEFINED)) {
    const before = foldBrackets(text.slice(Math.max(0, match.index - longest), match.index))
    const [owner] = folded.find(([, name]) => before.endsWith(name)) ?? []
    const alias = match[1]?.trim() ?? ''
    if (owner === undefined || alias.length < SHORTEST || alias === owner) continue
    const other = owners.get(alias)
    if (other === undefined) aliases.set(owner, [...(aliases.get(owner) ?? []), alias])
    else if (other !== owner) drop(aliases, other, alias)
    owners.set(alias, owner)
  }
  return aliases
}

function drop(aliases: Map<string, string[]>, owner: string, alias: string): void {
  const kept = (aliases.get(owner) ?? []).filter((one) => one !== alias)
  aliases.set(owner, kept)
}
