import type { Page } from '@playwright/test'
import { axeViolations } from '../axe.ts'

/** Axe violations of a page of the console, whose targets have to be large enough for a finger. */
export const consoleViolations = (page: Page): Promise<string[]> =>
  axeViolations(page, { bestPractices: true, targetSizes: true })
