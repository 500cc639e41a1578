import { foldedName, isHidden, isNaturalPerson, isPersonHere } from '../../legal/names.ts'
import type { Holds } from '../tables/table.ts'
import { identifierHint, maskIdentifiers, maskUnder } from './identifiers.ts'
import { changeJsonText, isJsonText } from './mask.ts'
import { isAmong, maskedName, type Sought, withoutPersons } from './persons.ts'

/** How natural persons and identifiers stand in what others read (docs/privacy.md). */
export interface PrivacyOptions {
  /** `keep`, or `mask`: 张某. */
  readonly persons: 'keep' | 'mask'
  /** Identity card, phone and account numbers in texts: `mask` leaves the last four characters. */
  readonly identifiers: 'mask' | 'keep'
}

/** A value as others may read it, and what was altered in it. */
export interface Shown {
  readonly text: string
  readonly persons: number
  readonly identifiers: number
}

/** Presents values by what their column holds (`Column.holds`). Only texts are presented: numbers and dates say nothing. */
export interface Present {
  readonly options: PrivacyOptions
  /** Source of a pattern, to JavaScript and to DuckDB, that every text with an identifier matches; JSON may have it in escapes. */
  readonly identifierHint: string
  /**
   * A text, or JSON as its text. `persons` are names, as given, that the same row, document or enterprise names: they are
   * looked for in prose, beside those that the text itself introduces and those that are known. Organisations among them
   * are left out, so that any party may be given. `own` are more of them, one list for many values: it is indexed once.
   */
  show(value: string, holds: Holds, persons?: readonly string[], own?: readonly string[]): Shown
  /** A list of texts as its JSON text. */
  showList(json: string, holds: Holds, persons?: readonly string[]): Shown
}

/** `member` is the name that a text stands under in JSON. */
type Show = (text: string, persons: Sought, member?: string) => Shown

const none: readonly string[] = []
const untouched = (text: string): Shown => ({ text, persons: 0, identifiers: 0 })

/**
 * The one place that says how persons and identifiers are presented. `known`: names of natural persons anywhere in the warehouse, folded
 * (`foldedName`), needed unless persons are kept.
 */
export function createPresent(options: PrivacyOptions, known: ReadonlySet<string> = new Set()): Present {
  const shows = showsOf(hidingOf(options, known))
  return {
    options,
    identifierHint,
    show: (value, holds, persons = [], own = none) => shows[holds](value, { persons, own }),
    showList: (list, holds, persons = []) =>
      inJson(list, {
        text: (inner) => shows[holds](inner, { persons, own: none }),
        number: untouched,
        member: untouched,
      }),
  }
}

interface Hiding {
  readonly isKnown: (name: string) => boolean
  /** A whole text that is the name of a person, if it is one. */
  readonly nameIf: (isPerson: (name: string, persons: Sought) => boolean) => Show
  readonly withoutNames: Show
  readonly withoutIdentifiers: Show
}

function hidingOf(options: PrivacyOptions, known: ReadonlySet<string>): Hiding {
  const isKept = options.persons === 'keep'
  return {
    isKnown: (name) => known.has(foldedName(name)),
    nameIf: (isPerson) => (name, persons) =>
      isKept || isHidden(foldedName(name)) || !isPerson(name, persons)
        ? untouched(name)
        : { text: maskedName(name), persons: 1, identifiers: 0 },
    withoutNames: (text, persons) =>
      isKept ? untouched(text) : { ...withoutPersons(text, persons, known), identifiers: 0 },
    withoutIdentifiers: (text, _, member) =>
      options.identifiers === 'keep'
        ? untouched(text)
        : { persons: 0, ...(member === undefined ? maskIdentifiers(text) : maskUnder(member, text)) },
  }
}

function showsOf({
  isKnown,
  nameIf,
  withoutNames,
  withoutIdentifiers,
}: Hiding): Readonly<Record<Holds, Show>> {
  const prose: Show = (text, persons, member) => {
    const shown = withoutNames(text, persons)
    const { identifiers, text: masked } = withoutIdentifiers(shown.text, persons, member)
    return { ...shown, text: masked, identifiers }
  }
  const partyAlone = nameIf(isNaturalPerson)
  /** A person, or an organisation, which a person may have given the own name: 诸葛明月餐饮店. */
  const party: Show = (name, persons) =>
    first(partyAlone(name, persons), () =>
      bearsNoPerson.test(name) ? untouched(name) : withoutNames(name, persons),
    )
  /** Names with commas between them, and whatever else stands there. */
  const roll: Show = (text, persons, member) =>
    joined(
      text
        .split(/([,，、;；])/)
        .map((part) => first(partyAlone(part, persons), () => prose(part, persons, member))),
    )
  const json: Show = (text, persons) =>
    inJson(text, {
      text: (inner, member) => byMember(member)(inner, persons, member),
      number: (digits, member) => withoutIdentifiers(digits, persons, member),
      member: (name) => first(memberName(name, persons), () => withoutIdentifiers(name, persons)),
    })
  const mixed: Show = (text, persons, member) =>
    isJsonText(text)
      ? json(text, persons)
      : first(nameIf(isKnown)(text, persons), () => prose(text, persons, member))
  /** A name of a member is no person's unless a person of the name is known: 高度 is none. */
  const memberName = nameIf(
    (name, persons) => isKnown(name) || (isNaturalPerson(name) && isAmong(name, persons)),
  )
  const byMember = (name: string | undefined): Show =>
    name !== undefined && namesPersons.test(name) ? roll : mixed
  return {
    label: untouched,
    person: nameIf(isPersonHere),
    party,
    roll,
    prose,
    mixed,
    json,
  }
}

/** Names of firms and offices name no person, even when they contain a name. */
const bearsNoPerson = /公司|集团|银行|法院|检察院|政府|委员会|局$/

/** Members of JSON whose value is one or several names of persons. */
const namesPersons =
  /(?:人|员|长|姓名|名称|股东|成员|作者|原告|被告|当事人|董事|监事|经理|联络)$|^(?:name|head|legal_representative|core_members|shareholders|holder|given_name|query)$/

/** What the first has altered, else the second. */
const first = (shown: Shown, other: () => Shown): Shown => (shown.persons > 0 ? shown : other())

const joined = (parts: readonly Shown[]): Shown => ({
  text: parts.map(({ text }) => text).join(''),
  persons: parts.reduce((sum, { persons }) => sum + persons, 0),
  identifiers: parts.reduce((sum, { identifiers }) => sum + identifiers, 0),
})

/** What stands for the parts of a JSON text, its texts and numbers with the member that they stand under. */
interface JsonShow {
  readonly text: (text: string, member: string | undefined) => Shown
  /** The digits of a whole number. */
  readonly number: (digits: string, member: string | undefined) => Shown
  readonly member: (name: string) => Shown
}

/** Presents a JSON text, which stays JSON: a number that is altered becomes a string. */
function inJson(json: string, show: JsonShow): Shown {
  let [persons, identifiers] = [0, 0]
  let member: string | undefined
  const counted = (shown: Shown): string => {
    persons += shown.persons
    identifiers += shown.identifiers
    return shown.text
  }
  const text = changeJsonText(json, {
    text: (inner, isMember) => {
      if (!isMember) return counted(show.text(inner, member))
      member = inner
      return counted(show.member(inner))
    },
    between: (punctuation) =>
      punctuation.replace(numbers, (number) => {
        const digits = wholeDigits(number)
        const shown = digits === undefined ? undefined : counted(show.number(digits, member))
        return shown === undefined || shown === digits ? number : JSON.stringify(shown)
      }),
  })
  return { text, persons, identifiers }
}

const numbers = /-?\d[\d.eE+-]*/g

/** A number that may be one of a phone or an account: whole, also where it is written as 1.38e10 or with .0 behind it. */
function wholeDigits(number: string): string | undefined {
  if (/^\d+$/.test(number)) return number
  const value = Number(number)
  return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined
}

/**
 * How persons and identifiers are presented by what a home knows, in exports and reports alike. `names` gives all names of the warehouse that
 * may be persons', and is asked only when it must be.
 */
export const presentOf = async (
  options: PrivacyOptions,
  names: () => Promise<readonly string[]>,
): Promise<Present> =>
  createPresent(options, options.persons === 'keep' ? new Set() : personsAmong(await names()))

export type MakePresent = typeof presentOf

/** Natural persons among names, as they are known (`foldedName`). */
export const personsAmong = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.filter(isNaturalPerson).map(foldedName))
