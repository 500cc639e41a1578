import {
  boolean,
  coded,
  date,
  integer,
  label,
  labels,
  mixed,
  money,
  text,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'

/** What happened to an enterprise and its cases, whichever source says so (docs/findings.md, Events). */

export const statedEventColumns = {
  enterprise_id: columns.enterpriseId,
  case_key: label(
    '案件键',
    'number key of the case that it is of, else the document id or the entry',
    '(2024)京0108执301号',
  ),
  family_key: columns.familyKey,
  kind: coded(codeWords.event)('事项', 'what happened', 'dishonest'),
  detail: label('原事项', 'kind as its table has it', '失信'),
  role: coded(codeWords.role)('诉讼身份', 'side of the enterprise: defendant where it stands against it'),
  is_named: boolean('是否指名', 'whether the source names the enterprise for it'),
  is_decided: boolean('是否裁判', 'whether the source decides it; else it reports it'),
  is_lifted: boolean('是否解除', 'whether it is lifted', 'false'),
  happened_on: date('发生日', 'the day that the source gives for it', '2023-05-06'),
  said_on: date('陈述日', 'date of the document, or of the entry', '2023-06-01'),
  until_on: date('截止日', 'last day of its term, where given', '2026-05-05'),
  term_months: integer('期限月数', 'how long it lasts', '36'),
  amount: money('金额', 'sum, in the currency of the row', '79800.00'),
  currency: label('币种', 'ISO 4217', 'CNY'),
  property: text('财产', 'property of a measure, as written', '银行存款'),
  items: labels('判项', 'items of a decision that it is about; empty for all of it', '["2"]'),
  reasons: labels('原因', 'why an enforcement ended', '["无可供执行财产"]'),
  source: coded(codeWords.eventSource)('来源', 'full text, list or registration', 'full text'),
  stated_in: label('来源表', 'table of the row that states it', 'case_enforcement'),
  ordinal: integer('序号', 'its ordinal there', '3'),
  document_id: columns.documentId(
    'enterprise_documents',
    'document on the list of the enterprise; NULL where it is on none',
  ),
  library: columns.library('cases', 'library of the full text; NULL for other sources'),
  case_id: columns.caseId('cases', 'case id of the full text'),
  own_key: label('文书案号键', 'number key of the document that states it', '(2024)京0108执异7号'),
  evidence: text('依据', 'the sentence or entry that states it', '将其纳入失信被执行人名单'),
}

const timeline = {
  enterprise_id: columns.enterpriseId,
  happened_on: date('日期', 'day that the source gives, else the date of the document or entry'),
  kind: statedEventColumns.kind,
  outcome: coded(codeWords.outcome)('结案方式', 'of a decision: what it decides', 'granted'),
  role: coded(codeWords.role)('诉讼身份', 'side of the enterprise', 'defendant'),
  ...columns.picked(statedEventColumns, 'case_key', 'family_key', 'amount', 'currency'),
  until_on: statedEventColumns.until_on,
  certainty: coded(codeWords.certainty)('确定程度', 'decided by the source, or reported by it', 'reported'),
  ...columns.picked(statedEventColumns, 'is_lifted', 'source', 'document_id', 'library', 'case_id'),
  evidence: mixed(
    '依据',
    'the sentence or entry that states it; the title of a document',
    '将其纳入失信被执行人名单',
  ),
}

/** The timeline of an enterprise in one SELECT. */
export const events: View = {
  term: '事件',
  meaning:
    'what happened to an enterprise and its cases, one row a source that states it: decisions of listed documents, and what full texts, ' +
    'results of lists and the registration say of enforcement, marks, property, bankruptcy and other cases',
  columns: timeline,
  sql: `
    SELECT enterprise_id, decided_on AS happened_on, 'decision' AS kind, outcome, role, case_key, family_key, NULL::DECIMAL(20,2) AS amount,
      NULL::VARCHAR AS currency, NULL::DATE AS until_on, 'decided' AS certainty, false AS is_lifted,
      CASE WHEN case_id IS NULL THEN 'list' ELSE 'full text' END AS source, document_id, library, case_id, title AS evidence
    FROM subject_documents
    UNION ALL BY NAME
    SELECT enterprise_id, coalesce(happened_on, said_on) AS happened_on, kind, role, case_key, family_key, amount, currency, until_on,
      CASE WHEN is_decided THEN 'decided' ELSE 'reported' END AS certainty, is_lifted, source, document_id, library, case_id, evidence
    FROM stated_events WHERE stated_in <> 'subject_documents'`,
}
