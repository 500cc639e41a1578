import { type Aim, type Figure, figure } from './figure.ts'

export interface RateUse {
  /** Calls a second that the job allows. */
  readonly rate: number
  readonly calls: number
  /** Milliseconds from the first call to the last answer. */
  readonly spanMs: number
  /** Of the whole process, with its start and publishing. */
  readonly seconds: number
  readonly aim: Aim
}

/**
 * Calls ÷ rate ÷ time from the first call to the last, waits between stages included: 1 is a rate that is used to the full. The
 * whole process is told beside it.
 */
export function rateEfficiency(name: string, { rate, calls, spanMs, seconds, aim }: RateUse): Figure {
  const whole = calls / rate / seconds
  return figure(name, (calls - 1) / rate / (spanMs / 1000), {
    aim,
    digits: 3,
    detail: `${calls} calls; ${whole.toFixed(3)} of the whole process, ${seconds.toFixed(1)} s`,
  })
}
