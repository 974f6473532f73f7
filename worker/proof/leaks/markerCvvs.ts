/** The CVVs that worker/proof/leaks/gateway.workerd.test.ts pays with: what may be found in nothing that the runtime leaves behind. */
export const markerCvvs = ['7391', '2846'] as const
