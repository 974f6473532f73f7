import {
  createConnection as createEndpoint,
  updateConnection as updateEndpoint,
} from '#contract/connections/connections'
import { acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { parseInput, thrownErrors } from '../../testing/domainCalls.ts'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { checkConnection } from './check.ts'
import { createConnection } from './create.ts'
import { getConnection } from './find.ts'
import { listConnections } from './list.ts'
import { updateConnection } from './update.ts'

type Answer = Parameters<typeof acmeRegistry>[0]

const body = (more: object = {}) =>
  parseInput(createEndpoint, { processor: 'acme', label: 'Shop', settings: acmeSettings(), ...more })

/** The verbs of connections on real SQL, with a processor whose answers a test decides. */
export const connectionFixture = async (answer?: Answer, options: Parameters<typeof domainFixture>[0] = {}) => {
  const fixture = await domainFixture(options)
  const processors = acmeRegistry(answer)
  const needs = () => ({ ...fixture.services(), processors })
  return {
    ...fixture,
    needs,
    create: async (more: object = {}) => (await createConnection(body(more), needs())).connection,
    tryToCreate: (more: object) => thrownErrors(createConnection(body(more), needs())),
    update: async (id: string, change: object) =>
      (await updateConnection(id, parseInput(updateEndpoint, change), needs())).connection,
    tryToUpdate: (id: string, change: object) =>
      thrownErrors(updateConnection(id, parseInput(updateEndpoint, change), needs())),
    get: async (id: string) => (await getConnection(id, needs())).connection,
    list: async () => (await listConnections(needs())).connections,
    check: async (id: string) => checkConnection(id, needs()),
    rows: () => fixture.merchant.rows('SELECT * FROM connections WHERE account = ?', fixture.merchant.id),
    audit: async () =>
      (
        await fixture.merchant.rows(
          'SELECT action, detail FROM audit WHERE account = ? ORDER BY rowid',
          fixture.merchant.id,
        )
      ).map(({ action, detail }) => Object.assign({ action }, JSON.parse(String(detail)))),
  }
}

export const connectionNotFound = [{ type: 'not_found', details: { resource: 'connection' } }]
