import type { UsedUp } from '../calls/retry.ts'
import type { Said } from '../calls/stops.ts'
import type { OperationName } from '../contract/operations.ts'
import type { Reader } from '../warehouse/database.ts'
import { type RunRecord, type Spent, type SpentBefore, spentBefore } from '../warehouse/runs.ts'
import type { JobSettings } from './job/schema.ts'

/** Calls and points that are left; null where nothing limits them. */
export type BudgetLeft = Readonly<Record<keyof Spent, number | null>>

/** What may be spent, counted attempt by attempt before each is made, so that it is never exceeded. */
export type Budget = ReturnType<typeof createBudget>

type Unit = keyof Spent
export const units: readonly Unit[] = ['calls', 'cost']

/** One scope that is counted, with its limits. */
export type Account = Readonly<ReturnType<typeof account>>

/** Where a job file limits a month. */
const monthKey = 'budget.perMonth'
const inRun: Said = { en: 'in this run', zh: '本次运行' }
const inMonth: Said = { en: 'in this month', zh: '本月' }

/** Points a call, as such services usually weigh them (domain notes 1); every weight can be set. */
export const defaultCosts: Readonly<Record<OperationName, number>> = {
  case_vector_search: 10,
  rh_case_details: 5,
  rh_ft_search: 10,
  rh_enterpriseWritList: 10,
  rh_enterpriseSearch: 1,
  rh_company_info: 10,
}

/** What the job allows of a run that is recorded, after what the ledger says was spent. */
export async function budgetOf(
  database: Reader,
  run: RunRecord,
  settings: JobSettings,
  now: () => Date,
): Promise<Budget> {
  return createBudget(settings, await spentBefore(database, run, monthStart(now())), now)
}

/** `now` gives the month, in China. */
export function createBudget(
  { budget, costs }: Pick<JobSettings, 'budget' | 'costs'>,
  before: SpentBefore = { run: {}, month: nothing },
  now: () => Date = () => new Date(),
) {
  const costOf = (operation: OperationName) => costs[operation] ?? defaultCosts[operation]
  const priceOf = (operation: OperationName): Spent => ({ calls: 1, cost: costOf(operation) })
  const { run, month, operations, concernedBy } = accountsOf(budget, before, now)
  const left = (unit: Unit) => leftOf([run, month()], unit)

  function inTheWay(operation: OperationName): UsedUp | null {
    for (const account of concernedBy(operation)) {
      const unit = units.find((one) => exceeds(account, one, priceOf(operation)))
      if (unit !== undefined) return usedUp(account, unit)
    }
    return null
  }

  return {
    spent: run.spent,
    costOf,
    inTheWay,
    take(operation: OperationName) {
      const limit = inTheWay(operation)
      if (limit !== null) return limit
      for (const { spent } of concernedBy(operation)) Object.assign(spent, sumOf([spent, priceOf(operation)]))
      return null
    },
    /** Attempts of an operation that still fit; null when nothing limits them. */
    callsLeft(operation: OperationName): number | null {
      const left = Math.min(...concernedBy(operation).map((account) => fitting(account, costOf(operation))))
      return Number.isFinite(left) ? left : null
    },
    /** What run and month still allow, whatever the operation. */
    left: (): BudgetLeft => ({ calls: left('calls'), cost: left('cost') }),
    /** All that is counted, with its limits. */
    accounts: [run, month(), ...operations],
    giveBack(operation: OperationName) {
      // What was taken in another month is not given back to this one.
      for (const { spent } of concernedBy(operation)) {
        spent.calls = Math.max(0, spent.calls - 1)
        spent.cost = Math.max(0, rounded(spent.cost - costOf(operation)))
      }
    },
  }
}

/** The accounts of a job: the run, the month as it is now, and each operation with a limit of its own. */
function accountsOf(budget: JobSettings['budget'], before: SpentBefore, now: () => Date) {
  const run = account('budget', inRun, budget, sumOf(Object.values(before.run)))
  const ofMonth = account(monthKey, inMonth, budget.perMonth, before.month)
  const operations = Object.entries(budget.operations ?? {}).map(([name, most]) => {
    const operation = name as OperationName
    const spent = before.run[operation] ?? nothing
    return account(`budget.operations.${name}`, inRun, most, spent, operation)
  })
  let began = monthStart(now()).getTime()

  function month(): Account {
    const current = monthStart(now()).getTime()
    // A clock that is set back gives no month a second time.
    if (current > began) {
      began = current
      Object.assign(ofMonth.spent, nothing)
    }
    return ofMonth
  }

  const concernedBy = (operation: OperationName): Account[] => [
    run,
    month(),
    ...operations.filter((account) => account.operation === operation),
  ]
  return { run, month, operations, concernedBy }
}

/** `key` is where the job file sets the limits, `over` what they count over. */
const account = (
  key: string,
  over: Said,
  most: Readonly<Partial<Record<Unit, number | undefined>>> | undefined,
  spent: Spent,
  operation: OperationName | null = null,
) => ({ key, over, most: most ?? {}, spent: { ...spent }, operation })

const limitOf = (most: number | undefined): number => most ?? Number.POSITIVE_INFINITY

const exceeds = ({ most, spent }: Account, unit: Unit, price: Spent): boolean =>
  rounded(spent[unit] + price[unit]) > limitOf(most[unit])

/** What the tightest limit leaves; null when nothing limits the unit. */
function leftOf(accounts: readonly Account[], unit: Unit): number | null {
  const left = accounts.flatMap(({ most: { [unit]: limit }, spent }) =>
    limit === undefined ? [] : [Math.max(0, rounded(limit - spent[unit]))],
  )
  return left.length === 0 ? null : Math.min(...left)
}

/** Attempts at a price that still fit into what an account has left. */
function fitting({ most, spent }: Account, price: number): number {
  const points = price === 0 ? Number.POSITIVE_INFINITY : (limitOf(most.cost) - spent.cost) / price
  return Math.max(0, Math.min(limitOf(most.calls) - spent.calls, Math.floor(rounded(points))))
}

const usedUp = ({ key, over, most, spent, operation }: Account, unit: Unit): UsedUp => ({
  operation,
  message: {
    en:
      `${spent[unit]} of ${most[unit]} ${unit === 'calls' ? 'calls' : 'points'}` +
      `${operation === null ? '' : ` of ${operation}`} are spent ${over.en} (${key}.${unit})`,
    zh:
      `${over.zh}${operation === null ? '' : ` ${operation} `}已用 ${spent[unit]} ${unit === 'calls' ? '次' : '点'}，` +
      `上限 ${most[unit]}（${key}.${unit}）`,
  },
  next:
    key === monthKey
      ? {
          en: 'a run goes on when the next month begins in Beijing, or with a larger budget',
          zh: '下个自然月（北京时间）开始后或调高预算后可继续',
        }
      : { en: 'run again to go on, or raise the budget', zh: '再次运行即可继续，或调高预算' },
})

/** China has one time zone, eight hours ahead of UTC, without daylight saving since 1991: bills follow its calendar. */
const beijingMs = 8 * 3_600_000

/** Start of the calendar month in China that a moment falls into. */
export function monthStart(now: Date): Date {
  const there = new Date(now.getTime() + beijingMs)
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - beijingMs)
}

const nothing: Spent = { calls: 0, cost: 0 }

/** Points may have decimals, and 0.1 + 0.2 is more than 0.3. */
export const rounded = (points: number): number => Math.round(points * 1e6) / 1e6

const sumOf = (all: readonly Spent[]): Spent =>
  all.reduce(
    (sum, { calls, cost }) => ({ calls: sum.calls + calls, cost: rounded(sum.cost + cost) }),
    nothing,
  )
