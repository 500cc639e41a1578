/*
 * Calendar days as whole numbers since 1970-01-01, so that the sample needs neither a clock nor a time zone
 * (algorithms: Howard Hinnant, "chrono-compatible low-level date algorithms").
 */
export type Day = number

export function dayOf(year: number, month: number, date: number): Day {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function calendar(day: Day): { readonly year: number; readonly month: number; readonly date: number } {
  const z = day + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor(
    (doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365,
  )
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  return {
    year: yoe + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: doy - Math.floor((153 * mp + 2) / 5) + 1,
  }
}

export const yearOf = (day: Day): number => calendar(day).year

/** The sample's today: nothing in it is later. */
export const today: Day = dayOf(2026, 6, 30)

/** 2023-05-06 */
export function isoDate(day: Day): string {
  const { year, month, date } = calendar(day)
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

/** 2023年5月6日 */
export function chineseDate(day: Day): string {
  const { year, month, date } = calendar(day)
  return `${year}年${month}月${date}日`
}

/** The day of a text of the form 2023-05-06. */
export function parseIsoDate(text: string): Day {
  const [year = 1970, month = 1, date = 1] = text.split('-').map(Number)
  return dayOf(year, month, date)
}
