const unknownId = '00000000-0000-7000-8000-000000000001'

/**
 * The lines that record the general errors of an operation, to append to requests/everywhere.jsonl: no key, no scope, wrong ids, no accepted
 * media type, a reached limit, and a database that is away or broken. They leave limits and database as they were.
 *
 * @param line method and path, such as `GET /v1/subscriptions/{Subscription}`
 */
export const errorRequests = (name: string, line: string): string[] => {
  const known = line.replaceAll(/\{[^}]+\}/g, unknownId)
  const request = (what: string, more: object = {}, send = known) => ({ name: `${name}: ${what}`, send, ...more })
  const wrongIds = [request('malformed id', {}, line.replaceAll(/\{[^}]+\}/g, 'a!')), request('unknown id', {})]
  return [
    request('no key', { key: null }),
    request('scope missing', { key: 'events only' }),
    ...(line.includes('{') ? wrongIds : []),
    request('no media type', { headers: { accept: '*/*;q=0' } }),
    { step: 'limits', reached: ['standard'] },
    request('limit of the account'),
    { step: 'limits', reached: [] },
    { step: 'database', is: 'away' },
    request('database away'),
    { step: 'database', is: 'broken' },
    request('database broken'),
    { step: 'database', is: 'up' },
  ].map((entry) => JSON.stringify(entry))
}

/** An operation without recorded statuses. */
interface NotRecorded {
  readonly name: string
  readonly line: string
  readonly hasBody: boolean
}

/** What to do about operations without recorded statuses. */
export const recordingAdvice = (operations: readonly NotRecorded[]): string => {
  const withBody = operations.filter(({ hasBody }) => hasBody).map(({ name }) => name)
  const bodies = withBody.length === 0 ? '' : ` Add bodies to those of ${withBody.join(', ')}.`
  return [
    `not recorded. Append these lines to worker/proof/recording/requests/everywhere.jsonl.${bodies} Append a request that succeeds to the file of its noun. Then run npm run recording:`,
    ...operations.flatMap(({ name, line }) => errorRequests(name, line)),
    '',
  ].join('\n')
}
