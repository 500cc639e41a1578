import { describe, expect, test } from 'vitest'
import { likelyJoins } from '../../src/warehouse/views/likely-joins.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, linesOf, rowsOf, type Told, tellMore, toldOf } from './litigation-world.ts'

describe('the result of a dispute is that of the decision in force', () => {
  const first = '(2023)京0105民初21号'
  const appeal = '(2023)京03民终22号'
  const us = '甲建设有限公司'
  const them = '庚材料有限公司'
  const document = (number: string, on: string, outcome: string, plaintiff = them, defendant = us): Told =>
    toldOf([number, number, on, plaintiff, defendant, outcome], { origin: first })

  const judged = (outcome: string) => document(first, '2023-05-01', outcome)
  const onAppeal = (outcome: string) => document(appeal, '2023-09-01', outcome)
  const onOurAppeal = (outcome: string) => document(appeal, '2023-09-01', outcome, us, them)
  const enforcedByUs = document('(2024)京0105执23号', '2024-09-01', 'enforcement_refused', us, them)
  const wonByUs = document(first, '2023-05-01', 'granted', us, them)

  /** Rule, documents, and by them who sued and what it means for the subject. */
  const disputes: readonly (readonly [rule: string, documents: readonly Told[], ...string[]])[] = [
    [
      'upheld on the appeal of the other side, what it won stays won',
      [judged('dismissed'), onAppeal('upheld')],
      'defendant',
      'won',
    ],
    [
      'upheld on its own appeal, what it owes in part stays so',
      [judged('partly_granted'), onOurAppeal('upheld')],
      'defendant',
      'partly',
    ],
    [
      'an appeal that is withdrawn leaves the first judgment in force',
      [judged('granted'), onOurAppeal('appeal_withdrawn')],
      'defendant',
      'lost',
    ],
    [
      'reversed on its own appeal it has won',
      [judged('granted'), onOurAppeal('reversed')],
      'defendant',
      'won',
    ],
    ['remanded, nothing is decided', [judged('granted'), onOurAppeal('remanded')], 'defendant', 'neutral'],
    ['who won and enforces has won, whatever becomes of it', [wonByUs, enforcedByUs], 'plaintiff', 'won'],
    [
      'upheld where the first judgment is not held, who won is not known',
      [onAppeal('upheld')],
      'plaintiff',
      '-',
    ],
  ]

  test('each by its own documents', async () => {
    const lines = await linesOf(
      "SELECT family_key, original_role, dispute_outcome FROM case_families WHERE family_key LIKE '% of %'",
      async (database) => {
        for (const [rule, documents] of disputes) {
          const own = (number: string) => `${number} of ${rule}`
          for (const one of documents)
            await tellMore(
              database,
              { ...one, id: own(one.id), number: own(one.number), origin: own(first) },
              [],
            )
        }
      },
    )
    const expected = disputes.map(([rule, , side, result]) => `${first} of ${rule} | ${side} | ${result}`)
    expect(lines.sort()).toEqual(expected.sort())
  })

  test('whose claims a list refuses beside what it grants is who sued', async () => {
    const side = (refused: string) =>
      rowsOf(
        `SELECT original_role FROM case_families WHERE family_key = '${first}' OR family_key = '${appeal}'`,
        async (database) => {
          await tellMore(
            database,
            { ...document(appeal, '2023-09-01', 'partly_reversed', us, them), library: null },
            [],
          )
          await database.run(
            `UPDATE enterprise_documents SET result = '一、撤销原判；二、${us}支付${them}295元；三、驳回${refused}的其他诉讼请求。'`,
          )
        },
      )
    expect(await side(them)).toEqual([['defendant']])
    expect(await side(us)).toEqual([['plaintiff']])
  })

  test('an appeal about jurisdiction likely follows the ruling on it, and no judgment', async () => {
    const rows = await rowsOf('SELECT family_key, likely_key FROM likely_joins', async (database) => {
      const listed = { library: null } as const
      await tellMore(database, { ...document(first, '2023-05-01', 'jurisdiction', us, them), ...listed }, [])
      await tellMore(
        database,
        { ...document('(2023)京01民辖终8号', '2023-09-01', 'jurisdiction', them, us), ...listed },
        [],
      )
    })
    expect(rows).toEqual([['(2023)京01民辖终8号', first]])
  })

  describe('preservation before a suit', () => {
    const before = '(2023)京0105财保5号'
    const second = '(2023)京0105民初31号'
    const held = { ...toldOf([before, before, '2023-02-01', them, us, 'seized']), library: null } as const
    const suit = (number: string, on = '2023-05-01', plaintiff = them, defendant = us): Told =>
      toldOf([number, number, on, plaintiff, defendant, 'granted'])
    const found = (sql: string, suits: readonly Told[], isNamed: boolean) =>
      rowsOf(sql, async (database) => {
        for (const one of [held, ...suits]) await tellMore(database, one, [])
        if (!isNamed) return
        const numbers = suits.map(({ number }) => `'${number}'`).join()
        await database.run(
          `INSERT INTO case_references (library, case_id, number_key) SELECT library, case_id, '${before}' FROM cases WHERE case_number_key IN (${numbers})`,
        )
      })

    test('likely belongs to the only suit after it of that court and between its parties', async () => {
      const likely = (...suits: readonly Told[]) =>
        found('SELECT family_key, likely_key FROM likely_joins', suits, false)
      expect(await likely(suit(first))).toEqual([[before, first]])
      expect(await likely(suit(first, '2023-01-01'))).toEqual([])
      expect(await likely(suit('(2023)京0106民初21号'))).toEqual([])
      expect(await likely(suit(first, '2023-05-01', us, them))).toEqual([])
      expect(await likely(suit(first), suit(second))).toEqual([])
    })

    test('belongs to the only suit of its court whose text names it', async () => {
      const family = (...suits: readonly Told[]) =>
        found(
          `SELECT family_key FROM case_families WHERE list_contains(case_numbers, '${before}')`,
          suits,
          true,
        )
      expect(await family(suit(first))).toEqual([[first]])
      expect(await family(suit('(2023)京0106民初21号'))).toEqual([[before]])
      expect(await family(suit(first), suit(second))).toEqual([[before]])
    })
  })

  test('an enforcement whose text names no judgment likely follows the one between its parties; one that names another does not', async () => {
    const likely = (isNaming: boolean) =>
      rowsOf('SELECT family_key, likely_key FROM likely_joins', async (database) => {
        await tellMore(database, wonByUs, [])
        await tellMore(
          database,
          toldOf(['x8', '(2024)京0105执8号', '2024-02-01', us, them, 'enforcement_suspended']),
          [],
        )
        if (isNaming)
          await database.run(
            `INSERT INTO case_references (library, case_id, number_key) SELECT library, case_id, '(2020)京0105民初9号' FROM cases WHERE case_number_key = '(2024)京0105执8号'`,
          )
      })
    expect(await likely(false)).toEqual([['(2024)京0105执8号', first]])
    expect(await likely(true)).toEqual([])
  })

  test('a resumed enforcement likely follows the judgment, whether it names the enforcement before or that is known to follow it', async () => {
    const likely = (origin: string | null, before: string | null) =>
      rowsOf('SELECT family_key, likely_key FROM likely_joins', async (database) => {
        await tellMore(database, wonByUs, [])
        const listed = ['x7', '(2024)京0105执7号', '2024-02-01', us, them, 'enforcement_suspended'] as const
        if (before !== null) await tellMore(database, { ...toldOf(listed), origin: before }, [])
        await tellMore(
          database,
          {
            ...toldOf(['x8', '(2025)京0105执恢8号', '2025-02-01', us, them, 'seized']),
            ...(origin !== null && { origin }),
          },
          [],
        )
      })
    expect(await likely('(2024)京0105执7号', null)).toEqual([['(2024)京0105执7号', first]])
    expect(await likely(null, first)).toEqual([['(2025)京0105执恢8号', first]])
  })

  test('an enforcement likely follows an appeal of which no judgment below is listed, unless it sent the case back', async () => {
    const likely = (outcome: 'upheld' | 'remanded', origin: string | null, isBelowListed = false) =>
      rowsOf('SELECT family_key, likely_key FROM likely_joins ORDER BY 1', async (database) => {
        const isOnlyListed = isBelowListed && origin === null
        const decided = toldOf(
          ['x7', appeal, '2023-09-01', them, us, outcome],
          isOnlyListed ? { library: null } : {},
        )
        await tellMore(database, { ...decided, ...(origin !== null && { origin }) }, [])
        if (isBelowListed) await tellMore(database, wonByUs, [])
        await tellMore(database, toldOf(['x8', '(2024)京0105执8号', '2024-02-01', us, them, 'seized']), [])
      })
    expect(await likely('upheld', first)).toEqual([['(2024)京0105执8号', first]])
    expect(await likely('upheld', null)).toEqual([['(2024)京0105执8号', appeal]])
    expect(await likely('upheld', '(2023)京0106民初21号')).toEqual([])
    expect(await likely('remanded', first)).toEqual([])
    expect(await likely('upheld', first, true)).toEqual([['(2024)京0105执8号', first]])
    // The appeal itself likely follows the judgment: both follow that one.
    expect(await likely('upheld', null, true)).toEqual([
      [appeal, first],
      ['(2024)京0105执8号', first],
    ])
  })

  describe('disputes of which a decision is not listed', () => {
    const likely = (...documents: readonly Told[]) =>
      rowsOf('SELECT family_key, likely_key FROM likely_joins ORDER BY 1', async (database) => {
        for (const one of documents) await tellMore(database, one, [])
      })
    const listed = (number: string, on: string, outcome: string, creditor = them): Told => ({
      ...toldOf([number, number, on, creditor, us, outcome]),
      library: null,
    })
    const enforcing = (origin: string): Told => ({
      ...toldOf(['x8', '(2024)京0105执8号', '2024-09-01', them, us, 'seized']),
      origin,
    })
    const [unlistedAppeal, unlistedAgain] = ['(2023)京03民终99号', '(2023)京0105民初99号']

    test('an enforcement of an appeal likely follows the judgment before it, and none that was sent back', async () => {
      const carriedOut = enforcing(unlistedAppeal)
      expect(await likely(judged('granted'), carriedOut)).toEqual([[unlistedAppeal, first]])
      expect(await likely(judged('granted'), onOurAppeal('remanded'), carriedOut)).toEqual([])
    })

    test('an enforcement of what was decided again likely follows what was sent back, and none that stands', async () => {
      const carriedOut = enforcing(unlistedAgain)
      expect(await likely(judged('granted'), onOurAppeal('remanded'), carriedOut)).toEqual([
        [unlistedAgain, first],
      ])
      expect(await likely(judged('granted'), carriedOut)).toEqual([])
    })

    const order = '(2023)京0105民督9号'
    const ordered = (outcome: string): Told => ({
      ...listed(order, '2023-02-01', outcome),
      listed: { cause: '申请支付令' },
    })

    test('an enforcement likely carries out the payment order between its parties, and a suit follows one that lapsed', async () => {
      const enforced = listed('(2024)京0105执8号', '2024-02-01', 'seized')
      expect(await likely(ordered('payment_order'), enforced)).toEqual([['(2024)京0105执8号', order]])
      expect(await likely(ordered('ended'), judged('granted'))).toEqual([[order, first]])
      expect(await likely(ordered('payment_order'), judged('granted'))).toEqual([])
    })

    test('a resumed enforcement likely goes on with the one between its parties', async () => {
      const [number, resumed] = ['(2024)京0105执7号', '(2025)京0105执恢8号']
      const ended = listed(number, '2024-02-01', 'enforcement_suspended')
      expect(await likely(ended, listed(resumed, '2025-02-01', 'seized'))).toEqual([[resumed, number]])
      expect(await likely(ended, listed(resumed, '2025-02-01', 'seized', '辛餐饮有限公司'))).toEqual([])
      expect(await likely(ended, listed('(2025)京0105执8号', '2025-02-01', 'seized'))).toEqual([])
    })

    test('an enforcement that is only entered likely carries out the only judgment of its court over that sum', async () => {
      const entry = { number: '(2023)京0105执8号', amount: '120.50', filed_on: '2023-09-01' }
      const found = (changed: Partial<typeof entry> = {}, ...more: readonly Told[]) =>
        rowsOf('SELECT family_key, likely_key FROM likely_joins', async (database) => {
          for (const one of [judged('granted'), ...more])
            await tellMore(
              database,
              one,
              [100, 20.5].map((amount) => ({ role: '款项', amount, currency: 'CNY', is_ordered: true })),
            )
          const { number, ...rest } = { ...entry, ...changed }
          await insert(database, 'enterprise_risks', {
            ...{ enterprise_id: 'e1', ordinal: 90, kind: '被执行人', currency: 'CNY', ...rest },
            ...{ case_number: number, case_number_key: number },
          })
        })
      expect(await found()).toEqual([[entry.number, first]])
      expect(await found({ amount: '120.00' })).toEqual([])
      expect(await found({ number: '(2023)京0106执8号' })).toEqual([])
      expect(await found({ filed_on: '2023-04-01' })).toEqual([])
      const another = toldOf(['x9', '(2023)京0105民初29号', '2023-06-01', them, us, 'granted'])
      expect(await found({}, another)).toEqual([])
      const enforced = toldOf(['x8', '(2023)京0105执9号', '2023-08-01', them, us, 'seized'])
      expect(await found({}, { ...enforced, origin: first })).toEqual([])
    })
  })

  test('a resumed enforcement that names no case likely goes on with the one of its dispute, and with none of two', async () => {
    const counted = (...before: readonly number[]) =>
      rowsOf(
        `SELECT case_key, is_counted, resumed_by, (SELECT string_agg(detail) FROM open_questions WHERE question = 'resumption') FROM enforcement_cases WHERE case_key >= '(2024)' ORDER BY 1`,
        async (database) => {
          await tellMore(database, { ...wonByUs, plaintiff: them, defendant: us }, [])
          for (const [id, number, on] of [
            ...before.map((at) => [`x${at}`, `(2024)京0105执${at}号`, '2024-02-01'] as const),
            ['x8', '(2025)京0105执恢8号', '2025-02-01'] as const,
          ])
            await tellMore(database, toldOf([id, number, on, them, us, 'enforcement_suspended']), [])
        },
      )
    const resumed = '(2025)京0105执恢8号'
    const asked = `(2024)京0105执6号 → ${resumed}`
    expect(await counted(6)).toEqual([
      ['(2024)京0105执6号', false, resumed, asked],
      [resumed, true, null, asked],
    ])
    expect(await counted(6, 7)).toEqual([
      ['(2024)京0105执6号', true, null, null],
      ['(2024)京0105执7号', true, null, null],
      [resumed, true, null, null],
    ])
  })

  test('a judgment likely decides again what was sent back between the same parties before it, and no judgment that stands', async () => {
    const again = (outcome: 'remanded' | 'upheld', on = '2024-02-01', isEnforced = false) =>
      rowsOf(
        `SELECT family_key, likely_key, (SELECT is_open FROM litigation_cases WHERE case_key = '${appeal}') FROM likely_joins`,
        async (database) => {
          await tellMore(database, wonByUs, [])
          await tellMore(
            database,
            { ...toldOf(['x8', appeal, '2023-09-01', them, us, outcome]), origin: first },
            [],
          )
          await tellMore(database, toldOf(['x9', '(2024)京0105民初9号', on, us, them, 'granted']), [])
          if (isEnforced)
            await tellMore(
              database,
              toldOf(['x10', '(2024)京0105执10号', '2024-05-01', us, them, 'seized']),
              [],
            )
        },
      )
    expect(await again('remanded')).toEqual([['(2024)京0105民初9号', first, null]])
    expect(await again('remanded', '2023-08-01')).toEqual([])
    expect(await again('upheld')).toEqual([])
    expect(await again('remanded', '2024-02-01', true)).toContainEqual([
      ...['(2024)京0105执10号', '(2024)京0105民初9号', null],
    ])
  })

  test('upheld in a published case that names no position of a party, nobody has won or lost', async () => {
    const rows = await rowsOf(
      `SELECT subject_outcome FROM subject_documents WHERE document_id = '${appeal}'
       UNION ALL SELECT dispute_outcome FROM case_families WHERE family_key = '${first}'`,
      async (database) => {
        await tellMore(database, { ...document(appeal, '2023-09-01', 'upheld'), library: 'qwal' }, [])
        await database.run(`UPDATE case_parties SET side = NULL WHERE case_id = '${appeal}'`)
      },
    )
    expect(rows).toEqual([[null], [null]])
  })
})

test('that 200,000 documents have few parties takes no more memory than a run has', async () => {
  await using database = await emptyWarehouse()
  await database.run(`
    SET memory_limit = '256MB'; CREATE TEMP TABLE made AS SELECT 'd' || i AS document_id, 'e' || i // 10_000 AS enterprise_id, i // 20 % 50 AS other, CASE i % 10 WHEN 0 THEN 'appeal' WHEN 1 THEN 'enforcement' WHEN 2 THEN 'enforcement' ELSE 'first instance' END AS stage,
      '(2024)京0105' || CASE i % 10 WHEN 0 THEN '民终' WHEN 1 THEN '执' WHEN 2 THEN '执' ELSE '民初' END || i || '号' AS case_key, DATE '2023-01-01' + (i % 700)::INTEGER AS decided_on FROM range(200_000) AS t(i);
    INSERT INTO subject_documents BY NAME SELECT document_id, enterprise_id, case_key, case_key AS family_key, case_key AS case_number_key, stage, decided_on, 'defendant' AS role, true AS closes_case, 'granted' AS outcome, 'open' AS text_state FROM made;
    INSERT INTO document_parties BY NAME SELECT document_id, side, 1 AS ordinal, name AS name, name AS name_key FROM (
      SELECT document_id, 'defendant' AS side, enterprise_id || '有限公司' AS name FROM made UNION ALL SELECT document_id, 'plaintiff', other || '号材料有限公司' FROM made)`)
  const [row] = await database.rows(`SELECT count(*)::INTEGER AS n FROM (${likelyJoins})`)
  // Only on the first days has a document just one judgment before it.
  expect(row).toEqual({ n: 1140 })
})
