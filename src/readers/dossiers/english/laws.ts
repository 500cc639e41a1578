import { lawBaseName } from '../../../legal/laws.ts'
import laws from './laws.json' with { type: 'json' }

/** Laws by the name that follows 中华人民共和国; regulations and interpretations by their full title. */
const named = new Map(Object.entries(laws))

const state = /^中华人民共和国/
const ordinals = ['一', '二', '三', '四', '五']
const romans = ['I', 'II', 'III', 'IV', 'V']
const kinds: Readonly<Record<string, string>> = {
  解释: 'Interpretation',
  规定: 'Provisions',
  实施条例: 'Implementing Regulations of',
  实施细则: 'Implementing Rules of',
}

/** An interpretation of a whole law; what it interprets a part of stands in the table. */
const interpretation = /^最高人民法院关于适用《([^《》]+)》(?:若干问题)?的(解释|规定)(?:（([一二三四五])）)?$/
const implementation = /^(.+法)(实施条例|实施细则)$/

/**
 * The usual English title of a law, regulation or interpretation, whatever version its name states; null where there is
 * none. An interpretation of a law, or rules that implement it, are named after the law.
 */
export function lawInEnglish(name: string): string | null {
  const base = lawBaseName(name)
  const short = base.replace(state, '')
  const [, interpreted = '', kind = '', ordinal] = interpretation.exec(base) ?? []
  const [, implemented = '', rules = ''] = implementation.exec(short) ?? []
  const ofInterpreted = named.get(interpreted.replace(state, ''))
  const ofImplemented = named.get(implemented)
  if (ofInterpreted !== undefined) {
    const part = ordinal === undefined ? '' : ` (${romans[ordinals.indexOf(ordinal)]})`
    return `SPC ${kinds[kind]} on the Application of the ${ofInterpreted}${part}`
  }
  if (ofImplemented !== undefined) return `${kinds[rules]} the ${ofImplemented}`
  return named.get(short) ?? null
}
