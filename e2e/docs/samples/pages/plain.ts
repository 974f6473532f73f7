import type { Step } from '../step.ts'

export const plain: readonly Step[] = []
