import type { Step } from '../step.ts'

export const cardForm: readonly Step[] = []
