import { colours, label, labelFrame, textWidth, type } from './render.ts'

/** Values along a line of the drawing. */
export interface Axis {
  /** Ends of the line, in units of the drawing. */
  readonly from: number
  readonly to: number
  /** Values with a line across and a label, rising. */
  readonly ticks: readonly number[]
  /** Where a value stands. */
  at(value: number): number
}

/** Steps that an axis has at most, about. */
const usualSteps = 4

/** A round number near a step: 1, 2, 3 or 5 times a power of ten, and no part of 1. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const first = step / power
  const rounded = first < 1.5 ? 1 : first < 2.5 ? 2 : first < 4 ? 3 : first < 7 ? 5 : 10
  return Math.max(1, rounded * power)
}

/** An axis of counts: from 0 to the first round value that is not below the greatest. */
export function countAxis(greatest: number, from: number, to: number): Axis {
  if (greatest === 0) return { from, to, ticks: [], at: () => from }
  const step = roundStep(greatest / usualSteps)
  const last = Math.ceil(greatest / step) * step
  return { from, to, ticks: steps(0, last, step), at: between(0, last, from, to) }
}

/** An axis of years from one to another. */
export function yearAxis(first: number, last: number, from: number, to: number): Axis {
  const step = roundStep((last - first) / usualSteps)
  const inner = steps(Math.ceil(first / step) * step, Math.floor(last / step) * step, step)
  const ticks = [...new Set([first, ...inner, last])]
  return { from, to, ticks, at: between(first, last, from, to) }
}

/** An axis of categories, each in the middle of a band; its values are their places from 0. */
export function bandAxis(count: number, from: number, to: number): Axis & { readonly band: number } {
  const band = (to - from) / count
  const [first, last] = [from + band / 2, to - band / 2]
  return {
    from,
    to,
    band,
    ticks: Array.from({ length: count }, (_, place) => place),
    at: count === 1 ? () => 0.5 * (last - first) + first : between(0, count - 1, first, last),
  }
}

const steps = (first: number, last: number, step: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.round((last - first) / step) + 1) },
    (_, index) => first + index * step,
  )

/** Maps one span onto another, its ends exactly. */
const between =
  (least: number, greatest: number, from: number, to: number) =>
  (value: number): number =>
    value === least
      ? from
      : value === greatest
        ? to
        : ((value - least) / (greatest - least)) * (to - from) + from

/** The middle of a pixel, where a line of one unit is sharp. */
const sharp = (place: number): number => {
  const doubled = Math.round(place * 2)
  return (doubled + 1) % 2 === 0 ? doubled / 2 : (doubled + 1) / 2
}

const stroke = `fill="none" stroke="${colours.line}"`

/** Lines up and down at the ticks of an axis that lies. */
export const linesUp = ({ ticks, at }: Axis, top: number, bottom: number): string[] =>
  ticks.map((tick) => `<path d="M${sharp(at(tick))} ${top}L${sharp(at(tick))} ${bottom}" ${stroke}></path>`)

/** Lines across at the ticks of an axis that stands. */
export const linesAcross = ({ ticks, at }: Axis, left: number, right: number): string[] =>
  ticks.map((tick) => `<path d="M${left} ${sharp(at(tick))}L${right} ${sharp(at(tick))}" ${stroke}></path>`)

/** The line that bars and tracks begin at. */
export const baseUp = (x: number, top: number, bottom: number): string =>
  `<path d="M${sharp(x)} ${top}L${sharp(x)} ${bottom}" ${stroke} stroke-linecap="round"></path>`
export const baseAcross = (y: number, left: number, right: number): string =>
  `<path d="M${left} ${sharp(y)}L${right} ${sharp(y)}" ${stroke} stroke-linecap="round"></path>`

/** Between a label and its axis. */
const gap = 8

/** Names of the bands of an axis that stands, left of it. */
export const namesBeside = ({ at }: Axis, names: readonly string[], left: number): string[] =>
  names.flatMap((name, place) => {
    const end = [left - gap, at(place)] as const
    return [labelFrame(name, end), ...label(name, end, 'end')]
  })

export const labelsBeside = ({ ticks, at }: Axis, left: number): string[] =>
  ticks.flatMap((tick) => label(counted(tick), [left - gap, at(tick)], 'end'))

/** Labels below an axis that lies; the first or last is left out where its neighbour is too near. */
export function labelsBelow(
  { ticks, at }: Axis,
  bottom: number,
  labelOf: (tick: number) => string = counted,
): string[] {
  const span = (tick: number): readonly [from: number, to: number] => {
    const width = textWidth(labelOf(tick))
    const from = at(tick) - width / 2
    return [from + edge, from + width - edge]
  }
  const meets = (tick: number | undefined, next: number | undefined): boolean =>
    tick !== undefined && next !== undefined && span(tick)[1] >= span(next)[0]
  const isFirstLeftOut = meets(ticks[0], ticks[1])
  const isLastLeftOut = meets(ticks.at(-2), ticks.at(-1))
  const shown = ticks.slice(isFirstLeftOut ? 1 : 0, isLastLeftOut ? -1 : undefined)
  return shown.flatMap((tick) => label(labelOf(tick), [at(tick), bottom + gap], 'middle', type.fontSize / 2))
}

/** How much of a label's frame, on each side, may lie in that of its neighbour. */
const edge = 0.1

/** Every so many labels of bands that there is room for. */
export function roomyBands(axis: Axis & { readonly band: number }, names: readonly string[]): Axis {
  const widest = Math.max(7, ...names.map((name) => textWidth(name) * 1.3))
  const every = Math.floor(widest / axis.band) + 1
  return { ...axis, ticks: axis.ticks.filter((tick) => tick % every === 0) }
}

const counted = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
