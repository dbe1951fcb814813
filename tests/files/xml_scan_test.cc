// XML: texts of elements, whatever divides them.
#include "files/xml_scan.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace eegate::test::xml_scan_test {
namespace {

// "<a><b>c</b></a>" -> "a( b( c ) )"; the code of an error.
std::string steps(const std::string& text) {
  std::string out;
  for (XmlScan xml(text, "file.xml", "CODE");;) {
    const auto step = xml.next();
    if (!step.ok()) return std::string(step.error().code);
    if (step->kind == XmlStep::Kind::kEnd) return out;
    if (!out.empty()) out += ' ';
    if (step->kind == XmlStep::Kind::kOpen) out += std::string(step->name) + "(";
    if (step->kind == XmlStep::Kind::kText) out += step->text;
    if (step->kind == XmlStep::Kind::kClose) out += ")";
  }
}

TEST_CASE("XML: a text is whole, whatever divides it", "[files]") {
  CHECK(steps("<?xml version='1.0'?><a> <b>c</b> <d/></a>\n") == "a( b( c ) d( ) )");
  CHECK(steps("<a>F<!-- left -->p<?x?>1</a>") == "a( Fp1 )");
  CHECK(steps("<a>\n <![CDATA[A<1> &amp; ]]>b </a>") == "a( A<1> &amp; b )");
  CHECK(steps("<a><![CDATA[]]></a>") == "a( )");
  CHECK(steps("<a note=\"a>b\" other='\">/'>Cz</a>") == "a( Cz )");
  CHECK(steps("<n:a b='c/d'/>") == "a( )");
}

TEST_CASE("XML: references are decoded, once", "[files]") {
  CHECK(steps("<a>&#181;V &#xb5;V &#x1F600; &lt;&amp;#86;</a>") == "a( \xC2\xB5V \xC2\xB5V \xF0\x9F\x98\x80 <&#86; )");
  for (const char* other :
       {"&#;", "&#x;", "&#0;", "&#xD800;", "&#x110000;", "&#99999999999;", "&#-1;", "&#12", "&other;"})
    CHECK(steps("<a>" + std::string(other) + "</a>") == "a( " + std::string(other) + " )");
}

TEST_CASE("XML: document types without declarations are passed over", "[files]") {
  CHECK(steps("<!DOCTYPE a><a/>") == "a( )");
  CHECK(steps("<!DOCTYPE a SYSTEM \"a.dtd\"><a/>") == "a( )");
  CHECK(steps("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>") == "CODE");
}

TEST_CASE("XML: what is not well-formed is refused", "[files]") {
  for (const char* text : {"<a>", "<a></b>", "</a>", "<a b='>", "<a><![CDATA[b]]</a>", "<a><!-- </a>", "b<a/>", "<a/>b",
                           "<!DOCTYPE a", "< a/>"})
    CHECK(steps(text) == "CODE");
}

}  // namespace
}  // namespace eegate::test::xml_scan_test
