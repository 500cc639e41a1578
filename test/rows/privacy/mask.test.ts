import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMask, maskText } from '../../../src/rows/privacy/mask.ts'
import type { Tombstone } from '../../../src/rows/privacy/tombstones.ts'
import { anyText } from '../../support/any-text.ts'
import { testSeed } from '../../support/dice.ts'
import { sizeOf } from '../../support/forms.ts'

const seed = testSeed()

const tombstone = (more: Partial<Tombstone>): Tombstone => ({
  id: '2026-03-01-0000',
  kind: 'enterprise',
  names: [],
  alone: [],
  ids: [],
  codes: [],
  since: '2026-03-01T00:00:00.000Z',
  reason: null,
  ...more,
})

const mask = createMask([
  tombstone({
    names: ['示例商贸（上海）有限公司', '示例A-B公司'],
    alone: ['平安'],
    ids: ['123456789012345678', 'e1', 'e1234567', 'e123456'],
    codes: ['91310115MA2RQJBX9W'],
  }),
  tombstone({ kind: 'person', names: ['张小三'] }),
])

test.each([
  ['as it is', '示例商贸（上海）有限公司'],
  ['in half width', '示例商贸(上海)有限公司'],
  ['with other brackets', '示例商贸〔上海〕有限公司'],
  ['with spaces', '示例商贸（上海）有 限\n公司'],
  ['with invisible characters', '张\u200b小\ufeff三'],
  ['in full width', '示例Ａ－ｂ公司'],
  ['in lower case', '91310115ma2rqjbx9w'],
  ['as JSON within a text', String.raw`\u5f20\u5C0F\u4e09`],
  ['as HTML', '&#24352;&#x5c0f;三'],
  ['as a part of a URL', encodeURIComponent('张小三')],
])('a name is masked %s', (_, spelling) => {
  expect(mask.text(`原告${spelling}诉称`)).toEqual({ text: `原告${maskText}诉称`, masks: 1 })
})

test('a name that is short or common is masked where it stands alone', () => {
  expect(mask.text('平安').text).toBe(maskText)
  expect(mask.text('平安银行').text).toBe('平安银行')
  expect(mask.text('e1').text).toBe(maskText)
  for (const id of ['e1', 'e123456']) expect(mask.text(`see ${id}`).text).toBe(`see ${id}`)
  expect(mask.text('see e1234567').text).toBe(`see ${maskText}`)
})

test('the longer of two names is masked whole', () => {
  const both = createMask([tombstone({ names: ['示例物流有限公司', '示例物流有限公司北京分公司'] })])
  expect(both.text('示例物流有限公司北京分公司、示例物流有限公司').text).toBe(`${maskText}、${maskText}`)
})

test('JSON keeps digits, white space, order and members that come twice', () => {
  const json = String.raw`{ "id": 12345678901234567890.10, "id": 1e400, "n": 123456789012345678, "x": -123456789012345678.5,
    "\u5f20\u5c0f\u4e09": ["e1", "a\\", "\"", "\ud83d", "\/"], "b": [{"c": "被告\u5f20小三。"}] }`
  const m = JSON.stringify(maskText)
  expect(mask.json(json)).toEqual({
    text: String.raw`{ "id": 12345678901234567890.10, "id": 1e400, "n": ${m}, "x": -123456789012345678.5,
    ${m}: [${m}, "a\\", "\"", "\ud83d", "\/"], "b": [{"c": "被告${maskText}。"}] }`,
    masks: 4,
  })
})

test(`what is masked does not hold the name, and nothing else changes, seed ${seed}`, () => {
  const name = fc.constantFrom('示例商贸（上海）有限公司', '示例商贸(上海)有限公司', '张小三')
  const other = anyText({ maxLength: 20 }).filter((text) => mask.text(text).masks === 0)
  // A whole value or name of a member that is an id of the tombstone is masked, too.
  const namesNobody = (value: unknown) => !JSON.stringify(value).includes('"e1"')
  fc.assert(
    fc.property(fc.array(fc.oneof(name, other)), fc.jsonValue().filter(namesNobody), (parts, around) => {
      const json = JSON.stringify({ [parts.join('|')]: { around, parts } })
      const { text } = mask.json(json)
      expect(mask.json(text).masks).toBe(0)
      expect(JSON.parse(text)).toEqual(
        JSON.parse(JSON.stringify({ [masked(parts.join('|'))]: { around, parts: parts.map(masked) } })),
      )
    }),
    { seed, numRuns: sizeOf('DOSSIER_TEST_MASKS', { short: 15, long: 200 }) },
  )
})

const masked = (text: string): string => mask.text(text).text

test('without tombstones nothing is touched', () => {
  const json = '{"a":"示例商贸（上海）有限公司"}'
  expect(createMask([]).json(json)).toEqual({ text: json, masks: 0 })
})
