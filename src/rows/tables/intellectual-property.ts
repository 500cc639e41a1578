import { enterpriseId, extraOf, ordinal } from './enterprise-register.ts'
import { date, firstAt, json, label, membersAt, table } from './table.ts'

const originOf = (module: string) =>
  label('来源', `own (${module}) or mixed (listed in 知识产权 only)`, 'own')
const ofEnterprise = {
  key: ['enterprise_id', 'ordinal'],
  scope: ['enterprise_id'],
  parent: 'enterprises',
} as const

const ofTrademark = membersAt('data[].商标[]')

export const enterpriseTrademarks = table({
  term: '商标',
  meaning: 'trademarks of an enterprise, one row a trademark',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('商标'),
    name: label('名称', ofTrademark('名称'), 'name', '示例建设'),
    status: label('状态', ofTrademark('状态'), 'status', '已注册'),
    applied_on: date('申请日期', ofTrademark('申请日期'), 'application date', '2016-01-02'),
    applied_text: label('申请日期原文', ofTrademark('申请日期'), 'application date as given', '2016年1月2日'),
    starts_on: date('开始日期', ofTrademark('开始日期'), 'first day of protection', '2017-01-03'),
    starts_text: label('开始日期原文', ofTrademark('开始日期'), 'first day as given', '2017年1月3日'),
    ends_on: date('结束日期', ofTrademark('结束日期'), 'last day of protection', '2027-01-02'),
    ends_text: label('结束日期原文', ofTrademark('结束日期'), 'last day as given', '2027年1月2日'),
    extra: extraOf('data[].商标[]', '{"国际分类":"37"}'),
  },
  ...ofEnterprise,
})

const ofSoftwareCopyright = membersAt('data[].软件著作权[]')

export const enterpriseSoftwareCopyrights = table({
  term: '软件著作权',
  meaning: 'software copyrights of an enterprise, one row a registration',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('软件著作权'),
    full_name: label('全称', ofSoftwareCopyright('全称'), 'full name', '示例工程项目管理软件'),
    short_name: label('简称', ofSoftwareCopyright('简称'), 'short name', '示例工程'),
    version: label('版本号', ofSoftwareCopyright('版本号'), 'version', 'V1.0'),
    registration_number: label(
      '登记号',
      ofSoftwareCopyright('登记号'),
      'registration number',
      '2019SR0000001',
    ),
    classification: label('分类号', ofSoftwareCopyright('分类号'), 'classification', '30200-0000'),
    approved_on: date('批准日期', ofSoftwareCopyright('批准日期'), 'approval date', '2019-02-03'),
    approved_text: label(
      '批准日期原文',
      ofSoftwareCopyright('批准日期'),
      'approval date as given',
      '2019年2月3日',
    ),
    extra: extraOf('data[].软件著作权[]', '{"取得方式":"原始取得"}'),
  },
  ...ofEnterprise,
})

const ofPatent = membersAt('data[].专利[]')

export const enterprisePatents = table({
  term: '专利',
  meaning: 'patents of an enterprise, one row a patent',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('专利'),
    name: label('专利名称', ofPatent('专利名称'), 'patent name', '一种装配式墙板连接结构'),
    application_number: label('申请号', ofPatent('申请号'), 'application number', 'CN201910000001.5'),
    publication_number: label('申请公布号', ofPatent('申请公布号'), 'publication number', 'CN110000001A'),
    published_on: date('申请公布日', ofPatent('申请公布日'), 'publication date', '2019-05-06'),
    published_text: label(
      '申请公布日原文',
      ofPatent('申请公布日'),
      'publication date as given',
      '2019年5月6日',
    ),
    extra: extraOf('data[].专利[]', '{"专利类型":"发明专利"}'),
  },
  ...ofEnterprise,
})

/** A member of a work, by the names that registries use. */
const ofWork = firstAt('data[].作品著作权')
const registered = ofWork('登记日期', '登记时间')
const completed = ofWork('创作完成日期', '完成日期')
const published = ofWork('首次发表日期', '发表日期')

export const enterpriseWorkCopyrights = table({
  term: '作品著作权',
  meaning: 'copyrights in works of an enterprise, whose members the service does not show',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('作品著作权'),
    name: label('作品名称', ofWork('作品名称', '作品', '名称'), 'name of the work', '示例建设标识'),
    kind: label('作品类别', ofWork('作品类别', '作品类型', '类别'), 'kind of work', '美术作品'),
    registration_number: label(
      '登记号',
      ofWork('登记号', '登记编号'),
      'registration number',
      '国作登字-2018-F-00000001',
    ),
    registered_on: date('登记日期', registered, 'registration date', '2018-11-06'),
    registered_text: label('登记日期原文', registered, 'registration date as given', '2018年11月6日'),
    completed_on: date('创作完成日期', completed, 'date of completion', '2018-06-01'),
    completed_text: label('创作完成日期原文', completed, 'date of completion as given', '2018年6月1日'),
    published_on: date('首次发表日期', published, 'date of first publication', '2018-06-18'),
    published_text: label(
      '首次发表日期原文',
      published,
      'date of first publication as given',
      '2018年6月18日',
    ),
    record: json(
      '原始记录',
      'data[].作品著作权',
      'the item as it came; NULL for a mere name',
      '{"作品名称":"示例建设标识","作者":"李某"}',
    ),
    extra: extraOf('data[].作品著作权[]', '{"作者":"李某"}'),
  },
  ...ofEnterprise,
})

export const enterpriseOtherIp = table({
  term: '其他知识产权',
  meaning: 'items of 知识产权 that look like none of its kinds, kept as they came',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    name: label(
      '名称',
      firstAt('data[].知识产权[]')('名称', '标题', '全称', '作品名称', '专利名称', '网站名称', '域名'),
      'name, where the item has a member that looks like one',
      'example.com',
    ),
    record: json(
      '原始记录',
      'data[].知识产权[]',
      'the item as it came',
      '{"域名":"example.com","备案号":"京ICP备00000001号"}',
    ),
    extra: extraOf('data[].知识产权[]', '{"备案号":"京ICP备00000001号"}'),
  },
  ...ofEnterprise,
})
