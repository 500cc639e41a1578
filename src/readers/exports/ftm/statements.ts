import type model from './model.json'

export type Property = keyof typeof model.properties

/*
 * What is said of which entity: one row a property and value, of the tables that steps.ts makes. Statements of one id
 * make one entity.
 */

/** SQL of the values of properties, over what `from` names. NULL and blank say nothing. */
type Said = Partial<Record<Property, string>>

const idOf = (naturalKey: string): string => `'dossier-' || md5(${naturalKey})`

function statements(schema: string | { sql: string }, id: string, said: Said, from: string): string {
  const pairs = Object.entries(said).map(
    ([property, sql]) => `{'property': '${property}', 'said': (${sql})::VARCHAR}`,
  )
  const schemaSql = typeof schema === 'string' ? `'${schema}'` : schema.sql
  return `
    SELECT id, schema, pair.property AS property, pair.said AS said
    FROM (SELECT ${id} AS id, ${schemaSql} AS schema, unnest([${pairs.join(', ')}]) AS pair ${from})
    WHERE trim(pair.said) <> ''`
}

const enterpriseFrom = `FROM enterprises AS r JOIN ftm.enterprises AS e ON e.enterprise_id = r.enterprise_id
  JOIN ftm.registrations AS t ON t.enterprise_id = r.enterprise_id`

const documentId = idOf("'document:' || d.document_id")
const order = "coalesce(d.decided_on::VARCHAR, '') || d.document_id"

const all = [
  statements(
    'Company',
    idOf('e.identity'),
    {
      name: 't.name',
      uscCode: 'r.uscc',
      registrationNumber: 'r.registration_number',
      taxNumber: 't.taxpayer_number',
      legalForm: 'r.enterprise_type',
      status: 'r.status',
      sector: 'r.industry',
      incorporationDate: 'r.established_on',
      capital: 'r.registered_capital',
      address: 't.address',
      jurisdiction: "'cn'",
    },
    enterpriseFrom,
  ),
  statements('Company', idOf('t.identity'), { topics: 't.topic' }, 'FROM ftm.topics AS t'),
  statements(
    'Company',
    idOf('e.identity'),
    {
      previousName: "CASE WHEN n.kind = 'former' THEN n.name END",
      alias: "CASE WHEN n.kind = 'short' THEN n.name END",
    },
    'FROM ftm.enterprise_names AS n JOIN ftm.enterprises AS e ON e.enterprise_id = n.enterprise_id',
  ),
  statements(
    { sql: 'a.schema' },
    'a.id',
    {
      name: 'a.shown',
      uscCode: "CASE WHEN a.identity LIKE 'uscc:%' THEN a.identity[6:] END",
      jurisdiction: "CASE WHEN a.identity LIKE 'uscc:%' THEN 'cn' END",
    },
    'FROM ftm.actors AS a',
  ),
  /*
   * Of several documents of a case, the first names it, and the last says how it stands. Only a document that disposes of it
   * closes it; 终本 does not, for the debt stands.
   */
  statements(
    'CourtCase',
    idOf("'case:' || d.case_key"),
    {
      name: `coalesce(arg_min(d.case_number || coalesce(' ' || d.cause, ''), ${order}), arg_min(d.title, ${order}), d.case_key)`,
      court: `arg_max(d.court, ${order})`,
      category: `arg_max(d.category, ${order})`,
      type: `arg_max(d.procedure, ${order})`,
      status: `arg_max(d.outcome, ${order})`,
      closeDate: "max(d.decided_on) FILTER (d.closes_case AND d.outcome <> 'enforcement_suspended')",
      summary: `arg_max(d.result, ${order})`,
    },
    'FROM ftm.documents AS d GROUP BY d.case_key',
  ),
  statements(
    'CourtCase',
    idOf("'case:' || d.case_key"),
    { caseNumber: 'd.case_number', keywords: 'd.cause' },
    'FROM ftm.documents AS d',
  ),
  /* A judgment with what the list says of it; the model wants a file name. Its full text stays in the warehouse. */
  statements(
    'Document',
    documentId,
    {
      name: 'coalesce(d.title, d.case_number, d.document_id)',
      fileName: "d.document_id || '.txt'",
      title: 'd.title',
      author: 'd.court',
      date: 'd.decided_on',
      language: "'zho'",
      summary: 'd.result',
    },
    'FROM ftm.documents AS d',
  ),
  statements(
    'Documentation',
    idOf("concat_ws(' ', 'documentation', d.document_id, d.case_key)"),
    {
      document: documentId,
      entity: idOf("'case:' || d.case_key"),
      role: 'd.document_kind',
      date: 'd.decided_on',
    },
    'FROM ftm.documents AS d',
  ),
  /* Owed as the document orders it: whether it was paid is another matter. */
  statements(
    'Debt',
    idOf("concat_ws(' ', 'debt', s.identity, s.document_id, s.ordinal)"),
    {
      debtor: idOf('s.identity'),
      amount: 's.amount',
      currency: 's.currency',
      description: 's.amount_role',
      recordId: 's.case_number',
      startDate: 's.decided_on',
      proof: `(SELECT ${documentId} FROM ftm.documents AS d WHERE d.document_id = s.document_id)`,
    },
    'FROM ftm.debts AS s',
  ),
  statements(
    'CourtCaseParty',
    idOf("concat_ws(' ', 'party', p.case_key, a.id, p.role)"),
    {
      party: 'a.id',
      case: idOf("'case:' || p.case_key"),
      role: 'p.role',
      date: 'min(p.decided_on)',
    },
    `FROM ftm.parties AS p JOIN ftm.actors AS a ON a.scope = p.scope AND a.name = p.name AND a.place = 'party'
   GROUP BY p.case_key, a.id, p.role`,
  ),
  statements(
    'Directorship',
    idOf("concat_ws(' ', 'office', organisation, director, role)"),
    { director: 'director', organization: 'organisation', role: 'role' },
    `FROM (
     SELECT DISTINCT a.id AS director, coalesce(${idOf('o.organisation')}, b.id) AS organisation, o.role
     FROM ftm.offices AS o JOIN ftm.actors AS a ON a.scope = o.scope AND a.name = o.name AND a.place = 'office'
     LEFT JOIN ftm.actors AS b ON b.scope = o.scope AND b.name = o.branch AND b.place = 'asset')`,
  ),
  statements(
    'Ownership',
    idOf("concat_ws(' ', 'share', owner, asset)"),
    {
      owner: 'owner',
      asset: 'asset',
      ownershipType: 'kind',
      percentage: "regexp_replace(share_percent::VARCHAR, '[.]0$', '')",
      sharesValue: 'subscribed_amount',
      sharesCurrency: 'subscribed_currency',
      startDate: 'joined_on',
    },
    `FROM (
     SELECT coalesce(${idOf('h.owner')}, o.id) AS owner, coalesce(${idOf('h.asset')}, a.id) AS asset,
       h.kind, h.share_percent, h.subscribed_amount, h.subscribed_currency, h.joined_on
     FROM ftm.holdings AS h
     LEFT JOIN ftm.actors AS o ON o.scope = h.scope AND o.name = h.owner_name AND o.place = 'party'
     LEFT JOIN ftm.actors AS a ON a.scope = h.scope AND a.name = h.asset_name AND a.place = 'asset')`,
  ),
].join(' UNION ')

/** An id that one statement calls a company is one; a bare name does not say. */
const precedence = "CASE schema WHEN 'Company' THEN 2 WHEN 'Person' THEN 1 ELSE 0 END"

/** All entities by id, each with the list of what is said of it, as JSON text. */
export const entityRows = `
  SELECT id, arg_max(schema, ${precedence}) AS schema, to_json(list({'property': property, 'said': said}))::VARCHAR AS said
  FROM (${all}) GROUP BY id ORDER BY id`
