import { foldedName, isHidden, isNaturalPerson, isPersonHere } from '../legal/natural-person.ts'
import type { Holds } from '../warehouse/column.ts'
import { maskIdentifiers } from './identifiers.ts'
import { changeJsonText } from './json-text.ts'
import { aliasOf, maskedName } from './person-names.ts'
import { withoutPersons } from './persons-in-text.ts'

/** How natural persons and identifiers stand in what others read (domain rule, section 4). */
export interface PrivacyOptions {
  /** `keep`; `mask`: 张某; `alias`: 自然人-1f2e3d4c5b6a, the same for one name in every run and format of a home. */
  readonly persons: 'keep' | 'mask' | 'alias'
  /** Identity card, phone and account numbers in texts: `mask` leaves the last four characters. */
  readonly identifiers: 'mask' | 'keep'
}

export const defaultPrivacy: PrivacyOptions = { persons: 'keep', identifiers: 'mask' }

/** A value as others may read it, and what was altered in it. */
export interface Shown {
  readonly text: string
  readonly persons: number
  readonly identifiers: number
}

/** Presents values by what their column holds (`Column.holds`). Only texts are presented: numbers and dates say nothing. */
export interface Present {
  readonly options: PrivacyOptions
  /**
   * A text, or JSON as its text. `persons` are names, as given, that the same row, document or enterprise names: they are
   * looked for in prose, beside those that the text itself introduces and those that are known. Organisations among them
   * are left out, so that any party may be given.
   */
  show(value: string, holds: Holds, persons?: readonly string[]): Shown
  /** A list of texts as its JSON text. */
  showList(json: string, holds: Holds, persons?: readonly string[]): Shown
}

/** What presenting needs to know, beside what is asked. */
export interface PresentWith {
  /** The secret of the home that aliases are made with (alias-key.ts): needed for `alias`. */
  readonly key?: string
  /** Names of natural persons anywhere in the warehouse, folded (`foldedName`): needed unless persons are kept. */
  readonly known?: ReadonlySet<string>
}

type Show = (text: string, persons: readonly string[]) => Shown

const untouched = (text: string): Shown => ({ text, persons: 0, identifiers: 0 })

/** The one place that says how persons and identifiers are presented. */
export function createPresent(
  options: PrivacyOptions,
  { key = '', known = new Set() }: PresentWith = {},
): Present {
  const isKept = options.persons === 'keep'
  const hide = options.persons === 'alias' ? aliasOf(key) : maskedName
  const isKnown = (name: string): boolean => known.has(foldedName(name))

  const nameIf =
    (isPerson: (name: string) => boolean): Show =>
    (name) =>
      isKept || isHidden(foldedName(name)) || !isPerson(name)
        ? untouched(name)
        : { text: hide(name), persons: 1, identifiers: 0 }

  const prose: Show = (text, persons) => {
    const shown = isKept ? untouched(text) : { ...withoutPersons(text, persons, known, hide), identifiers: 0 }
    return options.identifiers === 'keep' ? shown : { ...shown, ...maskIdentifiers(shown.text) }
  }
  const party = nameIf((name) => isNaturalPerson(name) || isKnown(name))
  /** Names with commas between them, and whatever else stands there. */
  const roll: Show = (text, persons) =>
    joined(text.split(/([,，、;；])/).map((part) => first(party(part, persons), () => prose(part, persons))))
  const json: Show = (text, persons) => inJson(text, (inner, name) => byMember(name)(inner, persons))
  const mixed: Show = (text, persons) =>
    /^\s*[[{]/.test(text)
      ? json(text, persons)
      : first(nameIf(isKnown)(text, persons), () => prose(text, persons))
  const byMember = (name: string | undefined): Show =>
    name !== undefined && namesPersons.test(name) ? roll : mixed
  const shows: Readonly<Record<Holds, Show>> = {
    label: untouched,
    person: nameIf((name) => isPersonHere(name) || isKnown(name)),
    party,
    roll,
    prose,
    mixed,
    json,
  }

  return {
    options,
    show: (value, holds, persons = []) => shows[holds](value, persons),
    showList: (list, holds, persons = []) => inJson(list, (inner) => shows[holds](inner, persons)),
  }
}

/** Members of JSON whose value is the name of somebody, or several. */
const namesPersons =
  /(?:人|员|长|姓名|名称|股东|成员|作者|原告|被告|当事人|董事|监事|经理|联络)$|^(?:name|head|legal_representative|core_members|shareholders|holder|given_name|query)$/

/** What the first has altered, else the second. */
const first = (shown: Shown, other: () => Shown): Shown => (shown.persons > 0 ? shown : other())

const joined = (parts: readonly Shown[]): Shown => ({
  text: parts.map(({ text }) => text).join(''),
  persons: parts.reduce((sum, { persons }) => sum + persons, 0),
  identifiers: parts.reduce((sum, { identifiers }) => sum + identifiers, 0),
})

/** Presents the strings of a JSON text, each told under which member it stands; numbers and names of members stay. */
function inJson(json: string, show: (text: string, member: string | undefined) => Shown): Shown {
  let [persons, identifiers] = [0, 0]
  let member: string | undefined
  const text = changeJsonText(json, {
    text: (inner, isMember) => {
      if (isMember) {
        member = inner
        return inner
      }
      const shown = show(inner, member)
      persons += shown.persons
      identifiers += shown.identifiers
      return shown.text
    },
    between: (punctuation) => punctuation,
  })
  return { text, persons, identifiers }
}
