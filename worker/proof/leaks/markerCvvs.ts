/** CVVs of worker/proof/leaks/gateway.workerd.test.ts. The scan of a run searches for them. */
export const markerCvvs = ['7391', '2846'] as const
