import { listAuditEntries } from '#contract/audit/audit'
import { listAuditEntries as list } from '../../domain/audit/list.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const audit = (app: App): void => {
  serve(app, listAuditEntries, ({ query }, services) => list(query, services))
}
