import {
  checkConnection,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  listProcessors,
  updateConnection,
} from '#contract/connections/connections'
import { reconcileConnection } from '#contract/connections/reconciliation'
import { checkConnection as check } from '../../domain/connections/check.ts'
import { createConnection as create } from '../../domain/connections/create.ts'
import { deleteConnection as remove } from '../../domain/connections/delete.ts'
import { getConnection as get } from '../../domain/connections/find.ts'
import { listConnections as list, listProcessors as listAvailable } from '../../domain/connections/list.ts'
import { updateConnection as update } from '../../domain/connections/update.ts'
import { reconcileConnection as reconcile } from '../../domain/reconciliation/reconcile.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const connections = (app: App): void => {
  serve(app, listConnections, (_input, services) => list(services))
  serve(app, createConnection, ({ body }, services) => create(body, services))
  serve(app, getConnection, ({ params }, services) => get(params.Connection, services))
  serve(app, updateConnection, ({ params, body }, services) => update(params.Connection, body, services))
  serve(app, deleteConnection, ({ params }, services) => remove(params.Connection, services))
  serve(app, checkConnection, ({ params }, services) => check(params.Connection, services))
  serve(app, reconcileConnection, ({ params, body }, services) => reconcile(params.Connection, body, services))
  serve(app, listProcessors, (_input, services) => listAvailable(services))
}
