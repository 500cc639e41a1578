import type { Family } from './causes.ts'
import type { Story } from './story.ts'
import { bargains } from './story-bargains.ts'
import { relations } from './story-relations.ts'

/** What each kind of dispute is told with. */
export const stories: Readonly<Record<Family, Story>> = { ...bargains, ...relations }
