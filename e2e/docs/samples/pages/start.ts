import type { Step } from '../step.ts'

export const start: readonly Step[] = []
